import { isMessageId } from '@parley/mail';
import type { ReceivedEmail } from '../read-email';
import { decodeText } from '../charset';
import { isAnswerSubject, isForwardSubject } from '../mail-headers';
import { readReplyAddress, withoutTokens } from '../reply-address';
import { listLeaves, type MimeNode, readType } from '../parse-mime';
import { proofOf, readNotice } from './notice';
import { findReturned, type Returned } from './returned-mail';
import { isSnsSender, readSnsNotification } from './sns-notification';
import { readStatusFields } from './status-fields';

/** One recipient of a report. */
export interface ReportedRecipient {
  /** As it was mailed, or where it was forwarded to. */
  address: string;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** Status of RFC 3463, e.g. `5.1.1`; undefined when the report has no code. */
  status: string | undefined;
  /** The server's words. */
  diagnostic: string | undefined;
}

/** A report of a server on a mail that it could not deliver, or not yet. */
export interface DeliveryReport {
  recipients: ReportedRecipient[];
  /** Message-IDs of the mail, the likeliest first. */
  messageIds: string[];
  /** Our address to answer to of that mail, or the one that the report came to. */
  replyAddress: string | undefined;
}

/** Bytes that are read of all parts, and of one; a report says all in the first lines of each. */
const MAX_BYTES = 65_536;
const MAX_PART_BYTES = 32_768;
/** Most parts that are read. */
const MAX_PARTS = 20;
const MAX_IDS = 10;

type Mail = Pick<ReceivedEmail, 'header' | 'from' | 'subject' | 'recipients' | 'references'>;

/** A leaf of a mail with the beginning of its text. */
interface Leaf {
  type: string;
  text: string;
}

const toLeaf = (node: MimeNode, bytes: Uint8Array): Leaf => {
  const type = readType(node);
  const text = decodeText(bytes, node.contentType.parsed.params['charset'], type === 'text/html');
  return { type, text: type === 'text/html' ? withoutTags(text) : text };
};

const readLeaves = (nodes: readonly MimeNode[]): Leaf[] => {
  let left = MAX_BYTES;
  return nodes.map((node) => {
    const content = new Uint8Array(node.content ?? new ArrayBuffer(0));
    const bytes = content.subarray(0, Math.min(left, MAX_PART_BYTES));
    left -= bytes.length;
    return toLeaf(node, bytes);
  });
};

/** The words of HTML, for forms that stand in lines. */
const withoutTags = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/?(?:p|div|tr|h\d|li|table))(?:\s[^<>]{0,500})?\/?>/gi, '\n')
    .replaceAll(/<(?!\S{1,64}@)[^<>]{0,2000}>/g, ' ')
    .replaceAll(/&(?:lt|gt|amp|nbsp|#160);/g, (entity) => ENTITIES[entity] ?? ' ');

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const MAIL_TYPE =
  /^(?:message\/(?:rfc822|global|partial)|text\/rfc822(?:-headers)?|message\/rfc822-headers|message\/global-headers)$/;
const STATUS_TYPE = /^message\/(?:global-)?delivery-status$/;
/** Reports about spam, and about mails that were read. */
const OTHER_REPORT = /^message\/(?:feedback-report|disposition-notification|tracking-status)$/;

/** Fields of a report without the type of one. */
const STATUS_FIELDS = /^(?:final|original)-recipient[ \t]*:/im;

const findReplyAddress = (mail: Mail, returned: readonly Returned[]): string | undefined =>
  [...returned.flatMap(({ replyTo }) => replyTo), ...mail.recipients].find(
    (address) => readReplyAddress(address) !== undefined,
  );

const complete = (
  recipients: readonly ReportedRecipient[],
  returned: readonly Returned[],
  mail: Mail,
): DeliveryReport | undefined => {
  if (recipients.length === 0) return undefined;
  const ids = [...returned.flatMap(({ messageIds }) => messageIds), ...mail.references];
  return {
    recipients: recipients.map((one) => ({
      ...one,
      diagnostic: one.diagnostic === undefined ? undefined : withoutTokens(one.diagnostic),
    })),
    messageIds: [...new Set(ids.filter(isMessageId))].slice(0, MAX_IDS),
    replyAddress: findReplyAddress(mail, returned),
  };
};

/** Whether a mail may be a report: one of a server by its sender, or by a part that no person writes, though a person may hand it on. */
const mayReport = (mail: Mail, types: readonly string[]): boolean =>
  proofOf(mail) !== 'none' ||
  (types.some((type) => STATUS_TYPE.test(type)) &&
    !isAnswerSubject(mail.subject) &&
    !isForwardSubject(mail.subject));

/**
 * Reads a report of a server about a mail that did not arrive, or not yet: by its fields (RFC 3464), else by the forms that notices of
 * postmasters have. Undefined for any other mail.
 */
export const readReport = (root: MimeNode, mail: Mail): DeliveryReport | undefined => {
  const nodes = listLeaves(root).slice(0, MAX_PARTS);
  const types = nodes.map(readType);
  if (types.some((type) => OTHER_REPORT.test(type))) return undefined;
  if (isSnsSender(mail.from?.address)) {
    const notification = readSnsNotification(readLeaves(nodes)[0]?.text ?? '');
    return notification && complete(notification.recipients, [notification], mail);
  }
  if (!mayReport(mail, types)) return undefined;
  const leaves = readLeaves(nodes);
  // A part with parts has none when its boundary is broken: then all is its text.
  const texts = leaves.filter(({ type }) => /^(?:text|multipart)\//.test(type) && !MAIL_TYPE.test(type));
  const returned = [
    ...leaves.filter(({ type }) => MAIL_TYPE.test(type)).map(({ text }) => findReturned(text, true)),
    ...texts.map(({ text }) => findReturned(text, false)),
  ];
  const fields = leaves.filter(({ type, text }) => STATUS_TYPE.test(type) || STATUS_FIELDS.test(text));
  const told = fields.flatMap(({ text }) => readStatusFields(text));
  if (told.length > 0) return complete(told, returned, mail);
  const notice = texts.map(({ text }) => text).join('\n');
  const mailedTo = returned.flatMap(({ to }) => to);
  return complete(readNotice(notice, mail, mailedTo), returned, mail);
};
