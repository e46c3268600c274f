import type { Doer } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import type { Item } from '../core';
import { askItemJobs } from './item-jobs';
import { itemEvent } from './item.events';
import { bumpItems, getNextEnd, lockEndedItems, updateItemRow } from './item.store';

const BATCH = 100;

/** Finishes items after their end. */
export const createFinisher = ({
  db,
  events,
  clock,
}: Pick<Deps, 'db' | 'events' | 'clock'>): Doer<Record<string, never>> => ({
  handle: async () => {
    const now = clock();
    await db.transaction(async (tx) => {
      for (const item of await lockEndedItems(tx, now, BATCH)) await finishItem(tx, { events }, item, now);
    });
    events.wake();
    const next = await getNextEnd(db);
    return next && { goOnAt: next };
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
