import { projectScope } from '@parley/auth';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { askPurge } from './item-jobs';
import { itemNotFound } from './item.errors';
import { itemEvent } from './item.events';
import { presentItem } from './item.present';
import { bumpItems, deleteItemRow, lockItemOfType } from './item.store';
import type { ItemType } from '../core';

/** Deletes an item in any state and answers its last state. */
export const deleteItem = async (
  { db, events, clock }: Pick<Deps, 'db' | 'events' | 'clock'>,
  type: ItemType,
  id: string,
  context: CallContext,
): Promise<{ item: EngagementItem }> => {
  const { projectId } = projectScope(context.scope);
  const item = await db.transaction(async (tx) => {
    const before = await lockItemOfType(tx, type, projectId, id);
    if (!before) throw itemNotFound(type);
    await deleteItemRow(tx, before);
    await askPurge(tx, before, clock());
    await bumpItems(tx, projectId);
    await events.append(tx, [itemEvent('deleted', before, eventHeaders(context))]);
    return before;
  });
  events.wake();
  return { item: presentItem(item) };
};
