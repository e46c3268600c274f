import { type EmailDeps } from '../emails/deps';
import { itemEvent } from '../items/item.events';
import { bumpItems, lockItemOf, updateItemRow } from '../items/item.store';
import { type MailItem } from './delivery.store';

const IS_DONE = `item.type = 'EMAIL' AND item.status = 'live' AND item.trigger = 'schedule' AND item.frequency = 'once'
  AND item.pending = 0
  AND EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id)
  AND NOT EXISTS (SELECT FROM email_round r WHERE r.project_id = item.project_id AND r.item_id = item.id
                     AND r.planned_at IS NULL)`;

/** True while a scheduled e-mail that goes out once has nothing left to send. */
export const FINISH_DUE = `EXISTS (SELECT FROM item WHERE ${IS_DONE})`;

/** Finishes scheduled e-mails that go out once and have nothing left to send. */
export const finishCampaigns = async ({
  db,
  events,
  clock,
}: Pick<EmailDeps, 'db' | 'events' | 'clock'>): Promise<boolean> => {
  const done = await db.query<MailItem>(
    `SELECT project_id AS "projectId", id AS "itemId" FROM item WHERE ${IS_DONE} LIMIT 100`,
  );
  for (const { projectId, itemId } of done)
    await db.transaction(async (tx) => {
      const item = await lockItemOf(tx, 'EMAIL', projectId, itemId);
      const still = await tx.query(`SELECT FROM item WHERE project_id = $1 AND id = $2 AND ${IS_DONE}`, [
        projectId,
        itemId,
      ]);
      if (!item || still.length === 0) return;
      const finished = { ...item, status: 'finished' as const, updatedAt: clock() };
      await updateItemRow(tx, finished);
      await bumpItems(tx, projectId);
      await events.append(tx, [itemEvent('updated', finished, {})]);
    });
  events.wake();
  return done.length > 0;
};
