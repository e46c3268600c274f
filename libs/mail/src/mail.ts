import { invalid } from '@parley/errors';

/** Someone who sends or gets mail. */
export interface MailAddress {
  address: string;
  /** Shown name; control characters in it become spaces. */
  name?: string;
}

/** A text file beside a mail. */
export interface MailFile {
  name: string;
  /** Media type, e.g. `application/json`. */
  type: string;
  content: string;
}

/** One mail, with one envelope for all of its recipients. */
export interface Mail {
  /** `local@domain` without angle brackets. Stays the same whenever the mail is sent again. */
  messageId: string;
  from: MailAddress;
  to: MailAddress;
  /** Further recipients in `To`. */
  moreTo?: MailAddress[];
  /** Recipients in `Cc`. */
  cc?: MailAddress[];
  /** Recipients in no header. */
  bcc?: MailAddress[];
  /** Those of the recipients that have yet to get it; all without it. */
  only?: string[];
  /** Address that delivery reports go to; default: that of `from`. Readers do not see it. */
  envelopeFrom?: string;
  /** Who that is to the service that queues it, for the worker's `finish`; it is not sent. */
  recipient?: string;
  /** Control characters in it become spaces. */
  subject: string;
  text: string;
  html?: string;
  /** Files beside the text. */
  files?: MailFile[];
  /** Message id of the mail this one answers, without angle brackets. */
  inReplyTo?: string;
  /** Message ids of the conversation, the root first, without angle brackets. */
  references?: string[];
  /** Further headers, e.g. `Reply-To`, `List-Unsubscribe`, `Auto-Submitted`. */
  headers?: Record<string, string>;
  /** The mailbox with a server of its own that sends it, for a transport that knows mailboxes; it is not sent. */
  by?: { id: string; projectId: string; organisationId: string };
  /** Whether it waits for its reader to read the messages elsewhere, for the worker's `gather`; it is not sent. */
  isMissed?: boolean;
  /** The conversation that the worker's `gather` makes the content of; it is not sent. */
  transcriptOf?: string;
  /** The notice to a person that the worker's `gather` makes the content of; it is not sent. */
  notice?: object;
  /** Default: the time the mail is sent or, for a queued mail, was queued. */
  date?: Date;
}

/** Everyone who gets a mail. */
export type MailRecipients = Pick<Mail, 'from' | 'to' | 'moreTo' | 'cc' | 'bcc' | 'only'>;

const MESSAGE_ID = /^[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+$/;
const MAX_MESSAGE_ID = 250;
const ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u;
const MAX_ADDRESS = 320;
/** Most recipients of one mail. */
const MAX_RECIPIENTS = 100;
const MAX_SUBJECT = 500;
const MAX_NAME = 200;
const HEADER_NAME = /^[A-Za-z0-9-]{1,70}$/;
const MAX_HEADER = 2000;

/** Headers that the mail itself decides, and those that add recipients. */
const reserved = new Set(
  (
    'from to cc bcc sender subject date message-id in-reply-to references mime-version return-path received ' +
    'resent-to resent-cc resent-bcc dkim-signature'
  ).split(' '),
);

const refuse = (field: string, message: string): never => {
  throw invalid({ field: `mail.${field}`, message });
};

const oneLine = (text: string, most: number): string =>
  [...text.toWellFormed().replaceAll(/\p{Cc}+|[\u2028\u2029]+/gu, ' ')].slice(0, most).join('').trim();

/** Whether a text can be a mail's message id, without angle brackets. */
export const isMessageId = (text: string): boolean => text.length <= MAX_MESSAGE_ID && MESSAGE_ID.test(text);

const checkedId = (id: string, field: string): string =>
  isMessageId(id) ? id : refuse(field, 'must be a message id without brackets');

/** Whether a text is one address that mail can be sent to. */
export const isMailAddress = (text: string): boolean => text.length <= MAX_ADDRESS && ADDRESS.test(text);

const checkedEnvelope = (address: string): string =>
  isMailAddress(address) ? address : refuse('envelopeFrom', 'must be one e-mail address');

const checkedAddress = ({ address, name }: MailAddress, field: string): MailAddress => {
  if (!isMailAddress(address)) refuse(field, 'must be one e-mail address');
  const shown = name && oneLine(name, MAX_NAME);
  return { address, ...(shown && { name: shown }) };
};

/** The recipients, each once: in `To` before `Cc` before `Bcc`. */
const checkedRecipients = ({
  to,
  moreTo = [],
  cc = [],
  bcc = [],
}: Pick<Mail, RecipientField>): Pick<Mail, RecipientField> => {
  if (moreTo.length + cc.length + bcc.length >= MAX_RECIPIENTS)
    refuse('to', `may have at most ${MAX_RECIPIENTS} recipients`);
  const first = checkedAddress(to, 'to');
  const named = new Set([first.address]);
  const rest = (list: readonly MailAddress[], field: string): MailAddress[] =>
    list
      .map((one) => checkedAddress(one, field))
      .filter(({ address }) => !named.has(address) && named.add(address));
  const [others, copies, hidden] = [rest(moreTo, 'moreTo'), rest(cc, 'cc'), rest(bcc, 'bcc')];
  return {
    to: first,
    ...(others.length > 0 && { moreTo: others }),
    ...(copies.length > 0 && { cc: copies }),
    ...(hidden.length > 0 && { bcc: hidden }),
  };
};

type RecipientField = 'to' | 'moreTo' | 'cc' | 'bcc';

/** Every recipient of a mail. */
export const listRecipients = ({
  to,
  moreTo = [],
  cc = [],
  bcc = [],
}: Pick<Mail, RecipientField>): string[] => [to, ...moreTo, ...cc, ...bcc].map(({ address }) => address);

const checkedHeaders = (headers: Record<string, string>): Record<string, string> => {
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) refuse('headers', 'must have names of letters, digits and hyphens');
    if (reserved.has(lower) || lower.startsWith('content-'))
      refuse(`headers.${name}`, 'is set by the mail itself');
    if (/[\p{Cc}\u2028\u2029]/u.test(value)) refuse(`headers.${name}`, 'must not contain control characters');
    if (value.length > MAX_HEADER) refuse(`headers.${name}`, `may have at most ${MAX_HEADER} characters`);
  }
  return headers;
};

const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

const checkedFile = ({ name, type, content }: MailFile): MailFile =>
  MEDIA_TYPE.test(type)
    ? { name: oneLine(name, MAX_NAME), type, content: body(content) }
    : refuse('files', 'must have a media type');

const body = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/**
 * Checks a mail and cleans what people wrote in it, so that no text can add a header or a recipient.
 *
 * @throws DomainError `invalid` for an address, message id or header that is none.
 */
export const prepareMail = (mail: Mail): Mail => ({
  messageId: checkedId(mail.messageId, 'messageId'),
  from: checkedAddress(mail.from, 'from'),
  ...checkedRecipients(mail),
  ...(mail.envelopeFrom !== undefined && { envelopeFrom: checkedEnvelope(mail.envelopeFrom) }),
  ...(mail.only && { only: mail.only.map((address) => checkedAddress({ address }, 'only').address) }),
  ...(mail.recipient !== undefined && { recipient: mail.recipient }),
  subject: oneLine(mail.subject, MAX_SUBJECT),
  text: body(mail.text),
  ...(mail.html !== undefined && { html: body(mail.html) }),
  ...(mail.files && { files: mail.files.map(checkedFile) }),
  ...(mail.inReplyTo !== undefined && { inReplyTo: checkedId(mail.inReplyTo, 'inReplyTo') }),
  ...(mail.references && { references: mail.references.map((id) => checkedId(id, 'references')) }),
  ...(mail.headers && { headers: checkedHeaders(mail.headers) }),
  ...(mail.isMissed && { isMissed: true }),
  ...(mail.transcriptOf !== undefined && { transcriptOf: mail.transcriptOf }),
  ...(mail.notice && { notice: mail.notice }),
  ...(mail.date && { date: mail.date }),
});
