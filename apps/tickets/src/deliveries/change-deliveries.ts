import type { EventRow } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { isDeepStrictEqual } from 'node:util';
import { deliveryChanged, historyRows, type HistoryRow, type MessageDelivery } from '../core';
import { presentMessage } from '../messages';
import { lockMailed, type MailedMessage, writeDeliveries } from './delivery.store';

/** A change of the deliveries of mails. */
export interface DeliveryChange {
  projectId: string;
  /** Message-IDs of the mails. */
  emailIds: readonly string[];
  /** Answers a delivery of a mail after the change; the same for none. */
  change(delivery: MessageDelivery, message: MailedMessage): MessageDelivery;
  /** Answers the Message-ID of the mail in which a message left; default its own. */
  leftIn?(message: MailedMessage): string;
  now: Date;
  /** What travels with the events. */
  headers: Record<string, string>;
}

/** A message with a changed delivery, and those that changed. */
export interface ChangedMessage {
  message: MailedMessage;
  changed: MessageDelivery[];
}

interface Written extends ChangedMessage {
  id: string;
  emailId: string;
  delivery: MessageDelivery[];
  events: EventRow[];
  history: HistoryRow[];
}

const isSame = (a: MessageDelivery, b: MessageDelivery): boolean =>
  isDeepStrictEqual({ ...a, at: '' }, { ...b, at: '' });

const isBounce = ({ status }: MessageDelivery): boolean => status === 'bounced';

/** A mail that came back is in the history of its ticket, without address and reason: those are erased with the message. */
const bounceHistory = ({ projectId, ticketId, id, delivery }: MailedMessage, now: Date): HistoryRow[] =>
  historyRows({
    projectId,
    ticketId,
    at: now,
    actor: { type: 'system', name: 'mails' },
    entries: [
      {
        field: 'delivery',
        from: { message: id, status: delivery.find((one) => !isBounce(one))?.status },
        to: { message: id, status: 'bounced' },
      },
    ],
  });

const apply = (message: MailedMessage, { change, leftIn, now, headers }: DeliveryChange): Written[] => {
  const delivery = message.delivery.map((before) => {
    const after = change(before, message);
    return isSame(before, after) ? before : after;
  });
  const changed = delivery.filter((after, at) => after !== message.delivery[at]);
  if (changed.length === 0) return [];
  const { ticketType: type, contactId, ...row } = message;
  const bounced = changed.some(isBounce);
  const emailId = leftIn?.(message) ?? message.emailId;
  const document = presentMessage({ ...row, emailId, delivery, updatedAt: now });
  const event = deliveryChanged(document, { type, contactId }, headers, bounced);
  const history = bounced ? bounceHistory(message, now) : [];
  return [{ id: message.id, emailId, delivery, message, changed, events: [event], history }];
};

/** Changes the deliveries of messages with mails, by one read that locks them and one write with the events. */
export const changeDeliveries = async (tx: Sql, change: DeliveryChange): Promise<ChangedMessage[]> => {
  const mailed = await lockMailed(tx, change.projectId, change.emailIds);
  const written = mailed.flatMap((message) => apply(message, change));
  if (written.length > 0) await writeDeliveries(tx, change.projectId, written, change.now);
  return written;
};
