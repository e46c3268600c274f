import type { Mail } from '@parley/mail';
import { type RichText, toHtml, toMailText } from '@parley/rich-text';
import { type MessagePlace, type MessageView, presentConversationMessage } from '../core';
import { escaped } from '../mails';
import type { TranscriptTexts } from './transcript-texts';

/** A message in each form of a transcript. */
export interface WrittenMessage {
  text: string;
  html: string;
  json: string;
}

/** Writes messages as their contact sees them: by the document that it gets everywhere else. */
export const createWriter = (
  { language, team, visitor }: TranscriptTexts,
  place: MessagePlace,
): ((row: MessageView) => WrittenMessage) => {
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return (row) => {
    const { id, author, markdown, plainText, attachments, createdAt } = presentConversationMessage(
      row,
      place,
    );
    const name = author?.name ?? (author?.type === 'contact' ? visitor : team);
    const time = `${times.format(row.createdAt)} UTC`;
    const content = row.content as RichText | null;
    const files = attachments.map(({ name, url, type }) => ({ name, url, type }));
    return {
      text: [
        `${name} · ${time}`,
        ...(content ? [toMailText(content)] : []),
        ...files.map((file) => `${file.name}: ${file.url}`),
      ].join('\n'),
      html: [
        `<p dir="auto"><strong>${escaped(name)}</strong> · ${escaped(time)}</p>`,
        ...(content ? [`<div dir="auto">${toHtml(content)}</div>`] : []),
        ...files.map((file) => `<p><a href="${escaped(file.url)}">${escaped(file.name)}</a></p>`),
      ].join('\n'),
      json: JSON.stringify({
        id,
        author: { type: author?.type, name: author?.name },
        markdown,
        plainText,
        attachments: files,
        createdAt,
      }),
    };
  };
};

/** A mail's content of written messages, below the note that some are left out. */
export const joinTranscript = (
  { id, title }: { id: string; title: string | null },
  messages: readonly WrittenMessage[],
  note: string | undefined,
): Pick<Mail, 'text' | 'html' | 'files'> => ({
  text: [...(note === undefined ? [] : [note]), ...messages.map(({ text }) => text)].join('\n\n'),
  html: [
    ...(note === undefined ? [] : [`<p><em>${escaped(note)}</em></p>`]),
    ...messages.map(({ html }) => html),
  ].join('\n<hr>\n'),
  files: [
    {
      name: 'conversation.json',
      type: 'application/json',
      content: `{"id":${JSON.stringify(id)},"title":${JSON.stringify(title)},"isShortened":${note !== undefined},"messages":[\n${messages
        .map(({ json }) => json)
        .join(',\n')}\n]}\n`,
    },
  ],
});
