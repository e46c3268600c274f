import { comparableEmail } from '@parley/addresses';
import type { ReceivedEmail } from './read-email';
import { readReplyAddress } from './reply-address';

/**
 * Who speaks in a mail: a person, also by a mailing list; a machine, by itself or in answer to a mail; a server that
 * reports what became of a mail; or we ourselves, because a mail of ours came back.
 */
export type EmailKind = 'person' | 'list' | 'automatic' | 'auto_reply' | 'report' | 'loop';

type Mail = Pick<ReceivedEmail, 'header' | 'from' | 'replyTo' | 'messageId'>;

const first = ({ header }: Mail, name: string): string => (header(name)[0] ?? '').trim().toLowerCase();

const localPart = (address: string): string => address.slice(0, address.lastIndexOf('@'));

/** A Message-ID as our mails about tickets have it. */
const isOurs = (id: string, mailFrom: string): boolean =>
  /^(reply|ticket)\./.test(id) &&
  comparableEmail(id).endsWith(comparableEmail(mailFrom.slice(mailFrom.lastIndexOf('@'))));

/** Whether a mail came from our own address and asks to answer to it, or names no other. */
const isFromUs = ({ from, replyTo }: Mail, mailFrom: string): boolean => {
  const isOwn = (address: string): boolean =>
    address === comparableEmail(mailFrom) || readReplyAddress(address) !== undefined;
  return from !== undefined && isOwn(from.address) && replyTo.every(({ address }) => isOwn(address));
};

const isReport = (mail: Mail): boolean =>
  /^multipart\/report\b/.test(first(mail, 'content-type')) ||
  /^mailer-daemon$/.test(localPart(mail.from?.address ?? '')) ||
  first(mail, 'x-failed-recipients') !== '';

const isAutoReply = (mail: Mail): boolean =>
  first(mail, 'auto-submitted').startsWith('auto-replied') ||
  first(mail, 'precedence') === 'auto_reply' ||
  ['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => mail.header(name).length > 0) ||
  first(mail, 'return-path') === '<>';

const isAutomatic = (mail: Mail): boolean =>
  !/^(no\b|$)/.test(first(mail, 'auto-submitted')) ||
  ['bulk', 'junk'].includes(first(mail, 'precedence')) ||
  !['', 'none'].includes(first(mail, 'x-auto-response-suppress')) ||
  mail.header('x-loop').length > 0;

const isList = (mail: Mail): boolean =>
  mail.header('list-id').length > 0 || first(mail, 'precedence') === 'list';

/** The kind of sender, by the headers of RFC 3834 and those that mail programs use besides. */
export const emailKind = (mail: Mail, mailFrom: string): EmailKind => {
  if (isOurs(mail.messageId ?? '', mailFrom) || isFromUs(mail, mailFrom)) return 'loop';
  if (isReport(mail)) return 'report';
  if (isAutoReply(mail)) return 'auto_reply';
  if (isAutomatic(mail)) return 'automatic';
  return isList(mail) ? 'list' : 'person';
};

/**
 * The sender: of a mail that a group sent on in our own name, the address in `Reply-To`. Otherwise `Reply-To` is ignored, since no
 * server vouches for it.
 */
export const chooseSender = ({ from, replyTo }: Mail, mailFrom: string): ReceivedEmail['from'] =>
  from?.address === comparableEmail(mailFrom)
    ? replyTo.find(({ address }) => address !== from.address && !readReplyAddress(address))
    : from;
