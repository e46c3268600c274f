import { type EmailDeps } from '../emails/deps';
import { finishItem } from '../items/finish-items';
import { lockItemOf } from '../items/item.store';
import { type MailItem } from './delivery.store';

const IS_DONE = `item.type = 'EMAIL' AND item.status = 'live' AND item.trigger = 'schedule' AND item.frequency = 'once'
  AND item.pending = 0
  AND EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id)
  AND NOT EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id
                     AND r.planned_at IS NULL)`;

/** Finishes a scheduled e-mail that goes out once when it has nothing left to send. */
export const finishCampaign = async (
  { db, events, clock }: Pick<EmailDeps, 'db' | 'events' | 'clock'>,
  { projectId, itemId }: MailItem,
): Promise<void> => {
  await db.transaction(async (tx) => {
    const item = await lockItemOf(tx, 'EMAIL', projectId, itemId);
    const done = await tx.query(`SELECT FROM item WHERE project_id = $1 AND id = $2 AND ${IS_DONE}`, [
      projectId,
      itemId,
    ]);
    if (item && done.length > 0) await finishItem(tx, { events }, item, clock());
  });
  events.wake();
};
