import { projectScope } from '@parley/auth';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { itemNotFound } from './item.errors';
import { presentItem } from './item.present';
import { findItemOfType } from './item.store';
import type { ItemType } from '../core';

/** An item of a type; 404 for any other. */
export const getItem = async (
  { db }: Pick<Deps, 'db'>,
  type: ItemType,
  id: string,
  context: CallContext,
): Promise<{ item: EngagementItem }> => {
  const { projectId } = projectScope(context.scope);
  const item = await findItemOfType(db, type, projectId, id);
  if (!item) throw itemNotFound(type);
  return { item: presentItem(item) };
};
