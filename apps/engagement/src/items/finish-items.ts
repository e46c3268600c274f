import { type Doer } from '@parley/jobs';
import { type Sql } from '@parley/persistence';
import { type Deps } from '../deps';
import { type Item } from '../core/item';
import { askItemJobs } from './item-jobs';
import { itemEvent } from './item.events';
import { bumpItems, itemColumns, updateItemRow } from './item.store';

const BATCH = 100;

const HAS_END = `status IN ('live', 'paused') AND stop_sending_after IS NOT NULL`;

const OVER = `SELECT ${itemColumns} FROM item
  WHERE ${HAS_END} AND stop_sending_after <= $1 ORDER BY stop_sending_after LIMIT ${BATCH} FOR NO KEY UPDATE`;

const NEXT = `SELECT min(stop_sending_after) AS at FROM item WHERE ${HAS_END}`;

/** Who finishes items whose time is over. */
export const createFinisher = ({
  db,
  events,
  clock,
}: Pick<Deps, 'db' | 'events' | 'clock'>): Doer<Record<string, never>> => ({
  handle: async () => {
    const now = clock();
    await db.transaction(async (tx) => {
      for (const item of await tx.query<Item>(OVER, [now])) await finishItem(tx, { events }, item, now);
    });
    events.wake();
    const [next] = await db.query<{ at: Date | null }>(NEXT);
    return next?.at ? { goOnAt: next.at } : undefined;
  },
});

/** Finishes an item that is locked. */
export const finishItem = async (
  tx: Sql,
  { events }: Pick<Deps, 'events'>,
  before: Item,
  now: Date,
): Promise<void> => {
  const item: Item = { ...before, status: 'finished', updatedAt: now };
  await updateItemRow(tx, item);
  await bumpItems(tx, item.projectId);
  await events.append(tx, [itemEvent('updated', item, {})]);
  await askItemJobs(tx, item, now);
};
