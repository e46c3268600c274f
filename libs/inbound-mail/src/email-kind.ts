import { comparableEmail } from '@parley/addresses';
import type { ReceivedEmail } from './read-email';
import { isAnswerSubject } from './mail-headers';
import { readReplyAddress } from './reply-address';

/**
 * Who speaks in a mail: a person, also by a mailing list; a machine, by itself or in answer to a mail; a server that
 * reports what became of a mail; or we ourselves, because a mail of ours came back.
 */
export type EmailKind = 'person' | 'automatic' | 'auto_reply' | 'report' | 'loop';

type Mail = Pick<ReceivedEmail, 'header' | 'from' | 'replyTo' | 'messageId' | 'report'>;

/** The value of a header, without a comment before it. */
const first = ({ header }: Mail, name: string): string =>
  (header(name)[0] ?? '')
    .replace(/^\s*\([^()]{0,200}\)/, '')
    .trim()
    .toLowerCase();

const localPart = (address: string): string => address.slice(0, address.lastIndexOf('@'));

/** A Message-ID as our mails about tickets have it. */
const isOurs = (id: string, mailFrom: string): boolean =>
  /^(reply|ticket|notice)\./.test(id) &&
  comparableEmail(id).endsWith(comparableEmail(mailFrom.slice(mailFrom.lastIndexOf('@'))));

/** Whether a mail came from our own address and asks to answer to it, or names no other. */
const isFromUs = ({ from, replyTo }: Mail, mailFrom: string): boolean => {
  const isOwn = (address: string): boolean =>
    address === comparableEmail(mailFrom) || readReplyAddress(address) !== undefined;
  return from !== undefined && isOwn(from.address) && replyTo.every(({ address }) => isOwn(address));
};

const isReport = (mail: Mail): boolean =>
  mail.report !== undefined ||
  (mail.from === undefined && /<>\s*$/.test(first(mail, 'from'))) ||
  /^multipart\/report\b/.test(first(mail, 'content-type')) ||
  /^mailer-daemon$/.test(localPart(mail.from?.address ?? '')) ||
  first(mail, 'x-failed-recipients') !== '';

const NO = /^(?:no?|never|false|0|off|none)?$/;

/** Whether a mail says itself that it is an automatic answer. */
const isAnnouncedReply = (mail: Mail): boolean =>
  first(mail, 'auto-submitted').startsWith('auto-replied') ||
  first(mail, 'precedence') === 'auto_reply' ||
  ['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => !NO.test(first(mail, name)));

const isAutoReply = (mail: Mail): boolean => isAnnouncedReply(mail) || first(mail, 'return-path') === '<>';

/** Whether a machine's mail answers one. A mail without a return path that refers to none may be a notice, as of an order. */
export const answersAutomatically = (mail: Mail & Pick<ReceivedEmail, 'references' | 'subject'>): boolean =>
  isAnnouncedReply(mail) ||
  (isAutoReply(mail) && (mail.references.length > 0 || isAnswerSubject(mail.subject)));

const isAutomatic = (mail: Mail): boolean => !/^(?:no\b|$)/.test(first(mail, 'auto-submitted'));

/** Whether a mail asks that no machine answers it. A person's mail may ask for that too. */
export const refusesAutoReply = (mail: Mail): boolean =>
  mail.header('list-id').length > 0 ||
  mail.header('x-loop').length > 0 ||
  ['bulk', 'junk', 'list'].includes(first(mail, 'precedence')) ||
  !['', 'none'].includes(first(mail, 'x-auto-response-suppress'));

/** The kind of sender, by the headers of RFC 3834 and those that mail programs use besides. */
export const emailKind = (mail: Mail, mailFrom: string): EmailKind => {
  if (isOurs(mail.messageId ?? '', mailFrom) || isFromUs(mail, mailFrom)) return 'loop';
  if (isReport(mail)) return 'report';
  if (isAutoReply(mail)) return 'auto_reply';
  return isAutomatic(mail) ? 'automatic' : 'person';
};

const domain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** How a sender is chosen. */
export interface SenderOptions {
  /** The address of our own mails. */
  mailFrom: string;
  /** Whether every address to answer to is the sender's, as in mails of forms in the web and in those of our mailboxes. */
  trustReplyTo?: boolean;
}

/**
 * Who wrote, and gets the answer: the address in `Reply-To` if it is one of the same domain, or if the mail came in our own name;
 * otherwise the address in `From`, since no server vouches for the other.
 */
export const chooseSender = (
  { from, replyTo }: Mail,
  { mailFrom, trustReplyTo = false }: SenderOptions,
): ReceivedEmail['from'] => {
  const others = replyTo.filter(
    ({ address }) => address !== comparableEmail(mailFrom) && !readReplyAddress(address),
  );
  if (!from) return undefined;
  if (from.address === comparableEmail(mailFrom)) return others[0];
  if (trustReplyTo) return others.find(({ address }) => address !== from.address) ?? from;
  const [named] = others;
  const isTrusted = named !== undefined && domain(named.address) === domain(from.address);
  return isTrusted && named.address !== from.address ? named : from;
};
