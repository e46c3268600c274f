import { projectScope } from '@parley/auth';
import { compileList, type ListQuery } from '@parley/persistence';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentItem } from './item.present';
import { itemList } from './item.fields';
import { listItemRows } from './item.store';
import type { ItemType } from '../core';

/** Most items of one answer. */
const MAX_ITEMS = 1_000;

/** Items of a type, newest first unless another order is requested; as text for callers that want text. */
export const listItems = async (
  { db, itemTexts }: Pick<Deps, 'db' | 'itemTexts'>,
  type: ItemType,
  { asText, ...query }: ListQuery & { asText?: boolean },
  context: CallContext,
): Promise<{ items: EngagementItem[]; text?: string }> => {
  const { projectId } = projectScope(context.scope);
  const params: unknown[] = [projectId, type];
  const clauses = compileList({ ...query, limit: undefined }, itemList, params);
  // The gateway asks for 1,000 when its caller asks for nothing, and for at most 100 otherwise.
  const limit = Math.min(Number(query.limit) || MAX_ITEMS, MAX_ITEMS);
  if (asText) return { items: [], text: await itemTexts.page({ ...clauses, limit }, params) };
  const rows = await listItemRows(db, { ...clauses, limit }, params);
  return { items: rows.map(presentItem) };
};
