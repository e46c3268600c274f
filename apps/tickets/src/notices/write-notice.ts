import type { Mail } from '@parley/mail';
import { type Brand, escaped, framePage } from '../mails';
import type { NoticedTicket } from './notice.store';
import { describeNotice, type NoticeTexts, titleTicket } from './notice-texts';

/** The subject and the texts of a mail with notices about one ticket. */
export const writeNotice = (
  texts: NoticeTexts,
  notices: readonly [NoticedTicket, ...NoticedTicket[]] | readonly NoticedTicket[],
  { brand, link }: { brand: Brand; link: string },
): Pick<Mail, 'subject' | 'text' | 'html'> => {
  // The last words of a ticket are among the messages, where the mail has some.
  const hasMessages = notices.some(({ kind }) => kind === 'mentioned' || kind === 'replied');
  const said = notices.map((notice) => {
    const { line, quote } = describeNotice(texts, notice);
    const isLast = notice.kind === 'assigned' || notice.kind === 'newInTeam';
    return { line, quote: isLast && hasMessages ? undefined : quote };
  });
  const [ticket] = notices;
  const text = said.map(({ line, quote }) =>
    quote === undefined ? line : `${line}\n\n${quote.replaceAll(/^/gm, '> ')}`,
  );
  const html = said.map(({ line, quote }) =>
    [`<p>${escaped(line)}</p>`, ...(quote === undefined ? [] : [toQuote(quote)])].join('\n'),
  );
  return {
    subject: ticket ? titleTicket(texts, ticket) : '',
    text: [
      ...text,
      `${texts.link}: ${link}`,
      texts.answer,
      ...(brand.name ? [`-- \n${brand.name}`] : []),
    ].join('\n\n'),
    html: framePage([...html, `<p>${escaped(texts.answer)}</p>`].join('\n'), brand, {
      url: link,
      text: texts.link,
    }),
  };
};

const toQuote = (text: string): string =>
  `<blockquote type="cite" style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d1d5db">${escaped(
    text,
  ).replaceAll('\n', '<br>')}</blockquote>`;
