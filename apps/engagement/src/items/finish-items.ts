import { type Deps } from '../deps';
import { type Item } from './item';
import { itemEvent } from './item.events';
import { bumpItems, itemColumns, updateItemRow } from './item.store';

const BATCH = 100;

const OVER = `SELECT ${itemColumns} FROM item
  WHERE status IN ('live', 'paused') AND stop_sending_after <= $1
  ORDER BY stop_sending_after LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`;

/** Finishes items whose time is over; answers whether there may be more. */
export const finishItems = async ({
  db,
  events,
  clock,
}: Pick<Deps, 'db' | 'events' | 'clock'>): Promise<boolean> => {
  const now = clock();
  const count = await db.transaction(async (tx) => {
    const items = await tx.query<Item>(OVER, [now]);
    for (const before of items) {
      const item: Item = { ...before, status: 'finished', updatedAt: now };
      await updateItemRow(tx, item);
      await bumpItems(tx, item.projectId);
      await events.append(tx, [itemEvent('updated', item, {})]);
    }
    return items.length;
  });
  if (count > 0) events.wake();
  return count === BATCH;
};
