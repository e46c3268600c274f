import { type EmailDeps } from '../emails/deps';
import { countMails, lockMailItem, type MailItem } from './delivery.store';
import { emailEvent } from './email.events';

const BATCH = 500;

// Those that are on their way are reported by whoever sends them.
const STOP = `UPDATE email_delivery SET status = 'skipped', reason = 'stopped', lease_until = NULL
  WHERE project_id = $1 AND id IN (
    SELECT id FROM email_delivery WHERE project_id = $1 AND item_id = $2 AND status = 'pending'
       AND (lease_until IS NULL OR lease_until <= $3) LIMIT ${BATCH})
  RETURNING id, contact_id AS "contactId"`;

/** Skips some of what waits of a finished item. Answers whether there may be more. */
export const stopMails = (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  item: MailItem,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if ((await lockMailItem(tx, item))?.status !== 'finished') return false;
    const now = clock();
    const mails = await tx.query<{ id: string; contactId: string }>(STOP, [item.projectId, item.itemId, now]);
    await countMails(tx, item, { pending: -mails.length, skipped: mails.length }, now);
    await events.append(
      tx,
      mails.map((mail) => emailEvent('skipped', { ...item, ...mail }, now, { reason: 'stopped' })),
    );
    return mails.length === BATCH;
  });
