import { comparableEmail } from '@parley/addresses';
import type { DeliveryReport, ReportedRecipient } from '@parley/inbound-mail';
import { readReplyAddress } from '@parley/inbound-mail';
import { runTransaction, type Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { appendRows, contactBounced, type MessageDelivery } from '../core';
import { isNoticeMail } from '../notices';
import { bounceWords } from './bounce-words';
import { type ChangedMessage, changeDeliveries } from './change-deliveries';
import { findBounced, findLastMailed, findMailed, type MailedMessage } from './delivery.store';

/** A report that came to a project. */
export interface ReceivedReport {
  projectId: string;
  report: DeliveryReport;
  /** What travels with the events. */
  headers: Record<string, string>;
}

/** The message that came back. */
export interface Bounce {
  ticketId: string;
  messageId: string;
}

const comparable = ({ address }: { address: string }): string => comparableEmail(address);

/** The mail that a report is about: by its Message-ID, else the last one to the recipient that has the report's reply address. */
const findMail = async (
  sql: Sql,
  projectId: string,
  { messageIds, replyAddress, recipients }: DeliveryReport,
): Promise<string | undefined> => {
  const [named] = await findMailed(sql, projectId, messageIds);
  const reply = replyAddress === undefined ? undefined : readReplyAddress(replyAddress);
  if (named !== undefined || !reply) return named;
  return findLastMailed(sql, { projectId, ...reply }, recipients.map(comparable));
};

/** The report on a recipient. That on a mail to one recipient may name another address, to which its own forwards. */
const findReported = (
  recipients: readonly ReportedRecipient[],
  one: MessageDelivery,
  { delivery }: MailedMessage,
): ReportedRecipient | undefined =>
  recipients.find((reported) => comparable(reported) === comparable(one)) ??
  (delivery.length === 1 ? recipients[0] : undefined);

/** Whether the address itself is of no use. */
const isHard = ({ status }: ReportedRecipient): boolean => status?.startsWith('5.') ?? false;

const tellContacts = async (
  tx: Sql,
  { message, changed }: ChangedMessage,
  { projectId, report, headers }: ReceivedReport,
): Promise<void> => {
  const hard = changed.filter((one) => {
    const reported = findReported(report.recipients, one, message);
    return reported !== undefined && isHard(reported);
  });
  if (hard.length === 0) return;
  const contacts = await findBounced(tx, projectId, message.ticketId, hard.map(comparable));
  const events = contacts.map(({ id: contactId, email }) => {
    const { at, detail: reason = '' } = hard.find((one) => comparable(one) === email) ?? { at: '' };
    return contactBounced({ projectId, contactId, email, reason, at }, headers);
  });
  await appendRows(tx, events);
};

/**
 * Receives a report on a mail. Of a mail of ours that came back the delivery is `bounced`, its contacts get to know it, and the message is
 * answered. Undefined for a report about nothing of ours, or about a delay. The Message-ID or a reply address prove that the
 * reporter got the mail; a repeated report changes nothing.
 */
export const receiveReport = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  received: ReceivedReport,
): Promise<Bounce | undefined> => {
  const { projectId, report, headers } = received;
  const failed = report.recipients.filter(({ action }) => action === 'failed');
  // A notice that came back says nothing of the ticket's messages.
  if (failed.length === 0 || report.messageIds.some(isNoticeMail)) return undefined;
  const emailId = await findMail(db, projectId, { ...report, recipients: failed });
  if (emailId === undefined) return undefined;
  const now = clock();
  const found = await runTransaction(db, async (tx) => {
    let bounce: Bounce | undefined;
    const changed = await changeDeliveries(tx, {
      projectId,
      emailIds: [emailId],
      now,
      headers,
      change: (one, message) => {
        const reported = findReported(failed, one, message);
        if (!reported || one.status === 'skipped') return one;
        bounce ??= { ticketId: message.ticketId, messageId: message.id };
        return {
          address: one.address,
          status: 'bounced',
          at: now.toISOString(),
          detail: bounceWords(reported),
        };
      },
    });
    const about = { ...received, report: { ...report, recipients: failed } };
    // Messages of one mail have the same recipients.
    for (const one of changed.slice(0, 1)) await tellContacts(tx, one, about);
    return bounce;
  });
  wakeEvents();
  return found;
};
