import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { itemEvent } from './item.events';
import { bumpItems, findItemsOfSender, updateItemRow } from './item.store';

/** Items that are read at a time. */
const BATCH = 50;

/**
 * Takes a member who left the project off the items that name it as their sender. An item that was changed since the member
 * left keeps its sender: the member may be back.
 *
 * @returns whether there was any.
 */
export const senderLeaves = async (
  tx: Sql,
  { events, clock }: Pick<Deps, 'events' | 'clock'>,
  left: { projectId: string; userId: string; leftAt: Date },
  headers: Record<string, string>,
): Promise<boolean> => {
  for (let isChanged = false; ; isChanged = true) {
    const items = await findItemsOfSender(tx, left, BATCH);
    for (const before of items) {
      const item = { ...before, sender: null, updatedAt: clock() };
      await updateItemRow(tx, item);
      await events.append(tx, [itemEvent('updated', item, headers)]);
    }
    if (items.length > 0) await bumpItems(tx, left.projectId);
    if (items.length < BATCH) return isChanged || items.length > 0;
  }
};
