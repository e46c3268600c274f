import { comparableEmail } from '@parley/addresses';
import { listLeaves, type MimeNode, type ParsedMail, parseMime, readType } from '@parley/inbound-mail';
import { addressParser } from 'postal-mime';

/** A report's result for one recipient. */
export interface RecipientReport {
  /** In lower case: failed, delayed, delivered, relayed, expanded. */
  action: string;
  /** Status code of RFC 3463, of the report or else of the answer it quotes; undefined without one. */
  status: string | undefined;
}

/** A delivery status notification (RFC 3464), as far as it could be read. */
export interface DeliveryReport {
  recipients: RecipientReport[];
  /** Message-ID of the mail that it is about, without brackets. */
  messageId: string | undefined;
  /** The addresses that the report was sent to. */
  sentTo: string[];
}

/** Most recipients that one report is read for. */
const MAX_RECIPIENTS = 100;
const ADDRESS_HEADERS = ['to', 'delivered-to', 'x-original-to'];

const decodePart = ({ content }: MimeNode): string =>
  Buffer.from(content ?? new ArrayBuffer(0)).toString('utf8');

const unfolded = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ');

const parseFields = (group: string): Map<string, string> =>
  new Map(
    group.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^([\w-]+)\s*:(.*)$/s.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), (value ?? '').trim()]];
    }),
  );

/** The status code in a text: of RFC 3463, else the class of an SMTP answer. */
const statusIn = (text: string): string | undefined => {
  const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1];
  if (enhanced !== undefined) return enhanced;
  const answer = /(?:^|[;\s])([45])\d\d(?=[\s-]|$)/.exec(text)?.[1];
  return answer === undefined ? undefined : `${answer}.0.0`;
};

const recipientsIn = (status: string): RecipientReport[] =>
  unfolded(status)
    .split(/\n\s*\n/)
    .map(parseFields)
    .flatMap((fields): RecipientReport[] => {
      const action = /^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase();
      if (action === undefined) return [];
      const said = statusIn(fields.get('status') ?? '') ?? statusIn(fields.get('diagnostic-code') ?? '');
      return [{ action, status: said }];
    })
    .slice(0, MAX_RECIPIENTS);

/** The first Message-ID in the headers that a mail begins with. */
const messageIdIn = (mail: string): string | undefined => {
  const [headers = ''] = unfolded(mail.trimStart()).split(/\n\s*\n/, 1);
  const value = /^message-id[ \t]*:(.*)$/im.exec(headers)?.[1]?.trim() ?? '';
  const id = /^<?\s*([^<>\s]+)\s*>?$/.exec(value)?.[1];
  return id?.slice(1, -1).includes('@') ? id : undefined;
};

const isStatus = (part: MimeNode): boolean => /^message\/(global-)?delivery-status$/.test(readType(part));

const isReturned = (part: MimeNode): boolean =>
  /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers|text\/rfc822)$/.test(readType(part));

const readAddresses = ({ headers }: ParsedMail): string[] =>
  headers
    .filter(({ key }) => ADDRESS_HEADERS.includes(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => (address ? [comparableEmail(address)] : []))
    .slice(0, MAX_RECIPIENTS);

/**
 * Reads a delivery status notification. A mail without a status part is no report, whatever its text.
 *
 * @throws DomainError `invalid` for content that is no mail.
 */
export const readReport = async (mime: Uint8Array): Promise<DeliveryReport | undefined> => {
  const email = await parseMime(mime);
  const parts = listLeaves(email.root);
  const status = parts.find(isStatus);
  if (status === undefined) return undefined;
  const returned = parts.filter(isReturned);
  return {
    recipients: recipientsIn(decodePart(status)),
    messageId: returned.map((part) => messageIdIn(decodePart(part))).find((id) => id !== undefined),
    sentTo: readAddresses(email),
  };
};

/** A report's effect on the mail: undefined unless it failed. A failure without a status may be temporary. */
export const findBounce = ({
  recipients,
}: Pick<DeliveryReport, 'recipients'>): { type: 'hard' | 'soft'; status: string | undefined } | undefined => {
  const failed = recipients.filter(({ action }) => action === 'failed');
  const [worst] = [...failed].sort((a, b) => (b.status ?? '').localeCompare(a.status ?? ''));
  if (!worst) return undefined;
  return { type: worst.status?.startsWith('5.') ? 'hard' : 'soft', status: worst.status };
};
