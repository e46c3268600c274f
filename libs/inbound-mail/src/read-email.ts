import { comparableEmail } from '@parley/addresses';
import { isMailAddress, isMessageId, type MailAddress } from '@parley/mail';
import { oneLine } from './clean-text';
import { decodeWords, readAddresses } from './encoded-words';
import { digest, digestMail } from './mail-digest';
import { type BodyPart, collectParts, type EmailPart } from './mime-parts';
import { type ParsedMail, parseMime } from './parse-mime';
import { type DeliveryReport, readReport } from './report/read-report';
import { unpackParts } from './unpack.work';
import { unreadable } from './unreadable';

/** Longest address of a contact. */
const MAX_ADDRESS = 254;
const MAX_NAME = 256;
const MAX_SUBJECT = 1000;
/** Most addresses of one header that are read. */
const MAX_ADDRESSES = 100;
/** Most Message-IDs that a mail refers to: the nearest ones. */
const MAX_REFERENCES = 50;

/** A mail as it was received. */
export interface ReceivedEmail {
  /** Same for the same mail: a digest of its Message-ID, its sender, date and content. */
  key: string;
  /** By which earlier versions recognised it: its Message-ID, else a digest of all its bytes. */
  formerKey: string;
  /** Message-ID that an answer can refer to. */
  messageId: string | undefined;
  from: MailAddress | undefined;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  /** Every recipient address in its headers. */
  recipients: string[];
  /** Those that servers noted on the way. */
  delivered: string[];
  subject: string;
  /** When it says that it was sent. */
  date: Date | undefined;
  /** Message-IDs it refers to, the nearest first. */
  references: string[];
  /** Values of a header, by its lower-case name. */
  header(name: string): string[];
  bodies: BodyPart[];
  parts: EmailPart[];
  /** Its report on another mail; undefined when it is none. */
  report?: DeliveryReport | undefined;
}

const indexHeaders = ({ headers }: ParsedMail): ReceivedEmail['header'] => {
  const values = new Map<string, string[]>();
  for (const { key, value } of headers) {
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  return (name) => values.get(name) ?? [];
};

/** The addresses of a header that mail can be sent to, in lower case as contacts have them. */
const addressesIn = (values: readonly string[]): MailAddress[] =>
  values
    .flatMap(readAddresses)
    .slice(0, MAX_ADDRESSES)
    .flatMap(({ address, name }) => {
      const plain = comparableEmail(address.replace(/^mailto:/i, ''));
      if (plain.length > MAX_ADDRESS || !plain.isWellFormed() || !isMailAddress(plain)) return [];
      const shown = oneLine(name, MAX_NAME);
      return [{ address: plain, ...(shown && { name: shown }) }];
    });

const idsIn = (value: string): string[] => {
  const bracketed = [...value.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id as string);
  return bracketed.length > 0 ? bracketed : value.split(/[\s,]+/).filter((id) => id.includes('@'));
};

const readDate = (value: string | undefined): Date | undefined => {
  const date = new Date(value ?? '');
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date : undefined;
};

/** The sender: in From, else in Sender, else in Return-Path. */
const readSender = (header: ReceivedEmail['header']): MailAddress | undefined =>
  ['from', 'sender', 'return-path'].flatMap((name) => addressesIn(header(name)))[0];

/** The line ends of a mail, by its first. */
const lineEndOf = (mime: Uint8Array): string => (mime[mime.indexOf(0x0a) - 1] === 0x0d ? '\r\n' : '\n');

/** Where a server notes who a mail is for. */
const DELIVERY_HEADERS = [
  'delivered-to',
  'x-original-to',
  'x-envelope-to',
  'envelope-to',
  'x-forwarded-to',
  'resent-to',
];

/**
 * Reads a mail as it travels. Wrong dates, charsets, addresses and ids are passed over.
 *
 * @throws DomainError `invalid` for no bytes, and for headers or parts beyond every measure.
 */
export const readEmail = async (mime: Uint8Array): Promise<ReceivedEmail> => {
  if (mime.length === 0) throw unreadable('is empty');
  const email = await parseMime(mime);
  const header = indexHeaders(email);
  const [id = ''] = idsIn(header('message-id')[0] ?? '');
  const messageId = isMessageId(id) ? id : undefined;
  const references = [...header('in-reply-to'), ...header('references').toReversed()].flatMap((value) =>
    idsIn(value).toReversed(),
  );
  const [to, cc] = [addressesIn(header('to')), addressesIn(header('cc'))];
  const delivered = DELIVERY_HEADERS.flatMap((name) => addressesIn(header(name))).map(
    ({ address }) => address,
  );
  const { bodies, parts } = await unpackParts(await collectParts(email.root, lineEndOf(mime)));
  const mail = {
    from: readSender(header),
    recipients: [...[...to, ...cc].map(({ address }) => address), ...delivered],
    subject: oneLine(decodeWords(header('subject')[0] ?? ''), MAX_SUBJECT),
    references: [...new Set(references.filter(isMessageId))].slice(0, MAX_REFERENCES),
    header,
  };
  return {
    ...mail,
    key: await digestMail(email.root, messageId),
    formerKey: messageId ?? (await digest(mime)),
    messageId,
    replyTo: addressesIn(header('reply-to')),
    to,
    cc,
    delivered,
    date: readDate(header('date')[0]),
    bodies,
    parts,
    report: readReport(email.root, mail),
  };
};
