import { type EmailDeps } from '../emails/deps';
import { countMails, lockMailItem, type MailItem } from './delivery.store';
import { emailEvent } from './email.events';

const BATCH = 500;

/** True while a finished item has mails that wait. */
export const STOP_DUE = `EXISTS (SELECT FROM item WHERE type = 'EMAIL' AND status = 'finished' AND pending > 0)`;

const FIND = `SELECT project_id AS "projectId", id AS "itemId" FROM item
  WHERE type = 'EMAIL' AND status = 'finished' AND pending > 0 LIMIT 20`;

// Those that are on their way are reported by whoever sends them.
const STOP = `UPDATE email_delivery SET status = 'skipped', reason = 'stopped', lease_until = NULL
  WHERE project_id = $1 AND id IN (
    SELECT id FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND status = 'pending'
       AND (lease_until IS NULL OR lease_until <= $3) LIMIT ${BATCH})
  RETURNING id, contact_id AS "contactId"`;

const stopSome = (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  item: MailItem,
): Promise<number> =>
  db.transaction(async (tx) => {
    if ((await lockMailItem(tx, item))?.status !== 'finished') return 0;
    const now = clock();
    const mails = await tx.query<{ id: string; contactId: string }>(STOP, [item.projectId, item.itemId, now]);
    await countMails(tx, item, { pending: -mails.length, skipped: mails.length }, now);
    await events.append(
      tx,
      mails.map((mail) => emailEvent('skipped', { ...item, ...mail }, now, { reason: 'stopped' })),
    );
    return mails.length;
  });

/** Skips what waits of finished items, some at a time. Answers whether there was anything. */
export const stopMails = async (
  deps: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> => {
  let stopped = 0;
  for (const item of await deps.db.query<MailItem>(FIND)) {
    if (signal.aborted) return false;
    stopped += await stopSome(deps, item);
  }
  deps.events.wake();
  return stopped > 0;
};
