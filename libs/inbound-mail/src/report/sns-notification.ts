import type { DeliveryReport, ReportedRecipient } from './read-report';
import type { Returned } from './returned-mail';

const MAX_RECIPIENTS = 100;
const MAX_DIAGNOSTIC = 500;
const MAX_HEADERS = 100;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const objectAt = (json: Json, name: string): Json => (isObject(json[name]) ? json[name] : {});
const listAt = (json: Json, name: string): unknown[] => {
  const value = json[name];
  return Array.isArray(value) ? value.slice(0, MAX_RECIPIENTS) : [];
};
const textAt = (json: Json, name: string): string | undefined => {
  const value = json[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const parseJson = (text: string): Json | undefined => {
  const source = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    // Mail servers break its long lines, within texts too.
    const json: unknown = JSON.parse(source.replaceAll(/!?\r?\n ?/g, ''));
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

/** The notification in a mail of Amazon SNS: as it is, or in the one that SNS puts around it. */
const readNotification = (text: string): Json | undefined => {
  const outer = parseJson(text);
  const inner = outer && textAt(outer, 'Message');
  return inner === undefined ? outer : parseJson(inner);
};

const CLASSES: Readonly<Record<string, string>> = { Permanent: '5.0.0', Transient: '4.0.0' };

const toRecipient =
  (action: ReportedRecipient['action'], status: string | undefined) =>
  (one: unknown): ReportedRecipient[] => {
    const fields = isObject(one) ? one : { emailAddress: one };
    const address = textAt(fields, 'emailAddress')?.slice(0, 320);
    if (address === undefined || !address.includes('@')) return [];
    const diagnostic = textAt(fields, 'diagnosticCode')
      ?.replace(/^[\w.-]{1,40}[ \t]*;/, '')
      .trim()
      .slice(0, MAX_DIAGNOSTIC);
    return [{ address, action, status: textAt(fields, 'status') ?? status, diagnostic }];
  };

const readRecipients = (notification: Json): ReportedRecipient[] => {
  const type = textAt(notification, 'notificationType') ?? textAt(notification, 'eventType');
  if (type === 'Bounce') {
    const bounce = objectAt(notification, 'bounce');
    const status = CLASSES[textAt(bounce, 'bounceType') ?? ''];
    return listAt(bounce, 'bouncedRecipients').flatMap(toRecipient('failed', status));
  }
  if (type === 'DeliveryDelay')
    return listAt(objectAt(notification, 'deliveryDelay'), 'delayedRecipients').flatMap(
      toRecipient('delayed', undefined),
    );
  return type === 'Delivery'
    ? listAt(objectAt(notification, 'delivery'), 'recipients').flatMap(toRecipient('delivered', undefined))
    : [];
};

const addressesIn = (text: string): string[] => text.match(/[^\s<>;,"]{1,300}@[^\s<>;,"]{1,300}/g) ?? [];

/** The report in a notification of Amazon SES; undefined for one that is none, as a complaint. */
export const readSnsNotification = (
  text: string,
): (Pick<DeliveryReport, 'recipients'> & Returned) | undefined => {
  const notification = readNotification(text);
  const recipients = notification ? readRecipients(notification) : [];
  if (!notification || recipients.length === 0) return undefined;
  const mail = objectAt(notification, 'mail');
  const headers = listAt(mail, 'headers').slice(0, MAX_HEADERS).filter(isObject);
  const valuesOf = (name: string): string[] =>
    headers
      .filter((header) => textAt(header, 'name')?.toLowerCase() === name)
      .flatMap((header) => addressesIn(textAt(header, 'value') ?? ''));
  return {
    recipients,
    messageIds: valuesOf('message-id'),
    to: valuesOf('to'),
    replyTo: valuesOf('reply-to'),
  };
};

/** Whether a mail is one of Amazon SNS. */
export const isSnsSender = (address: string | undefined): boolean =>
  address?.endsWith('@sns.amazonaws.com') === true;
