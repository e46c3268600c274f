import { projectScope } from '@parley/auth';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import { ItemChanges } from '@parley/proto/generated/parley/engagement/v1/item_input';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import { appointRounds } from '../rounds';
import type { Deps } from '../deps';
import { checkSender } from './check-sender';
import { askItemJobs } from './item-jobs';
import type { Item, ItemStatus, ItemType } from '../core';
import { itemNotFound } from './item.errors';
import { itemEvent } from './item.events';
import { changedFields, readItem } from './item.input';
import { presentItem } from './item.present';
import { bumpItems, findItemOfType, lockItemOfType, updateItemRow } from './item.store';
import { checkLive, checkLock, checkTransition } from './live';
import { needsDefaultLanguage } from './texts.input';

/** What of an item a request may change. */
interface Request {
  id: string;
  item?: ItemChanges | undefined;
  nulls: readonly string[];
}

/** Changes an item. What changes nothing writes nothing. */
export const updateItem = async (
  deps: Pick<Deps, 'db' | 'events' | 'workspace' | 'clock'>,
  type: ItemType,
  { id, item: sent = ItemChanges.create(), nulls }: Request,
  context: CallContext,
): Promise<{ item: EngagementItem }> => {
  const { db, events, workspace, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const known = await findItemOfType(db, type, projectId, id);
  if (!known) throw itemNotFound(type);
  const language = needsDefaultLanguage(sent.subject, sent.message)
    ? (await workspace.settings(projectId, context)).defaultLanguage
    : '';
  const change = await readItem(type, sent, nulls, language);
  // A sender who has left the project since stays until another one is named.
  if (change.patch.sender !== known.sender) await checkSender(deps, projectId, change.patch.sender, context);
  const item = await db.transaction(async (tx): Promise<Item> => {
    const before = await lockItemOfType(tx, type, projectId, id);
    if (!before) throw itemNotFound(type);
    const status = (sent.status ?? before.status) as ItemStatus;
    const now = clock();
    const after = { ...changedFields(type, before, change), status };
    checkTransition(before.status, status);
    checkLock(before, after);
    const isStart = status === 'live' && before.status !== 'live';
    if (status === 'live') checkLive(type, after, isStart, now);
    if (isDeepStrictEqual(before, after)) return before;
    const row = { ...after, updatedAt: now, ...(isStart && { liveAt: now }) };
    await updateItemRow(tx, row);
    if (isStart) await appointRounds(tx, row, now);
    if (before.status !== 'draft' || status === 'live') await bumpItems(tx, projectId);
    await events.append(tx, [itemEvent('updated', row, eventHeaders(context))]);
    await askItemJobs(tx, row, now);
    return row;
  });
  events.wake();
  return { item: presentItem(item) };
};
