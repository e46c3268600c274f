import type { Mail } from '@parley/mail';
import { toHtml, toMailText } from '@parley/rich-text';
import { escaped } from './frame-mail';
import type { QuotedMessage } from './quoted.store';

/** Characters of earlier messages from which on none is added. */
const MOST_TEXT = 100_000;

/** A mail with earlier messages below its text, each below the line that says who wrote it, as mail programs have it. */
export const quoteHistory = (mail: Mail, messages: readonly QuotedMessage[]): Mail => {
  let size = 0;
  const quotes = messages
    .map(({ content, at, author }) => ({
      text: toMailText(content),
      html: toHtml(content),
      line: attribution(at, author),
    }))
    .filter(({ text, html }) => (size += text.length + html.length) <= MOST_TEXT);
  const text = quotes.map((one) => `${one.line}\n${one.text.replaceAll(/^/gm, '> ')}`);
  const html = quotes.map(
    (one) => `<p>${escaped(one.line)}</p>\n<blockquote type="cite">${one.html}</blockquote>`,
  );
  return {
    ...mail,
    text: [mail.text, ...text].join('\n\n'),
    ...(mail.html !== undefined && { html: [mail.html, ...html].join('\n') }),
  };
};

const attribution = (at: Date, author: string | null): string => {
  const time = at.toISOString().slice(11, 16);
  const day = at.toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return `On ${day} at ${time} UTC, ${author ?? 'the team'} wrote:`;
};
