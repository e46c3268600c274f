import { emailDomain } from '@parley/addresses';
import type { Mail, MailAddress } from '@parley/mail';
import { normalizeRichText, type RichText, toHtml, toMailText } from '@parley/rich-text';
import type { UserRecord } from './reference.store';
import type { Attachment } from './ticket';

/** The parts of a mail that do not depend on the ticket; recipient, subject and thread are added where it is locked. */
export interface ReplyMail
  extends ReplyRecipients, Pick<Mail, 'messageId' | 'from' | 'text' | 'html' | 'headers' | 'date'> {
  /** Domain of the thread's root id and of the address to answer to. */
  domain: string;
  /** Seconds that it waits for a contact who may read it live. */
  waitSeconds: number;
}

/** The recipients that a reply names itself. Without `to` it goes to the ticket's contact, without `cc` copies go to its participants. */
export interface ReplyRecipients {
  to?: MailAddress[];
  cc?: MailAddress[];
  bcc?: MailAddress[];
}

/** The sources of a mail. */
export interface ReplyMailSource {
  /** Sender's address. */
  mailFrom: string;
  /** The basis of the Message-ID. */
  messageId: string;
  author: UserRecord | undefined;
  content: RichText | null;
  attachments: readonly Attachment[];
  date: Date;
  waitSeconds: number;
  /** Whether a program wrote it. */
  bot: boolean;
  /** Those that it names itself. */
  recipients?: ReplyRecipients | undefined;
}

const formatName = (author: UserRecord | undefined): string | undefined =>
  [author?.firstName, author?.lastName].filter(Boolean).join(' ') || undefined;

/** Files travel as links, after the text. */
const fileLinks = (attachments: readonly Attachment[]): RichText | undefined =>
  attachments.length === 0
    ? undefined
    : normalizeRichText(
        {
          type: 'doc',
          content: attachments.map(({ name, url }) => ({
            type: 'paragraph',
            content: [{ type: 'text', text: name, marks: [{ type: 'link', attrs: { href: url } }] }],
          })),
        },
        'attachments',
      );

/**
 * The mail of a public reply; null when there is nothing to read in it. Its Message-ID is made of the message's id, or of
 * the key that the reply is written once by, so that the mail is the same whenever it is sent.
 */
export const replyMail = (source: ReplyMailSource): ReplyMail | null => {
  const { mailFrom, content, attachments, author, date, waitSeconds, bot, recipients } = source;
  const files = fileLinks(attachments);
  if (!content && !files) return null;
  const name = formatName(author);
  const texts = [content && toMailText(content), ...attachments.map((file) => `${file.name}: ${file.url}`)];
  return {
    messageId: `reply.${source.messageId}@${emailDomain(mailFrom)}`,
    from: { address: mailFrom, ...(name !== undefined && { name }) },
    text: texts.filter(Boolean).join('\n\n'),
    html: [content, files].flatMap((part) => (part ? [toHtml(part)] : [])).join('\n'),
    // Asks other programs not to answer (RFC 3834).
    ...(bot && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    date,
    domain: emailDomain(mailFrom),
    waitSeconds,
    ...recipients,
  };
};
