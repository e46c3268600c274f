import type { Condition } from '@parley/audience';
import { isDeepStrictEqual } from 'node:util';
import { effectiveFilter } from '../audience';
import type { Store } from '../db';
import type { CollectionRow } from './collection.store';
import {
  type CollectionFilter,
  findSubtree,
  writeArticleFilters,
  writeBaseFilters,
} from './collection.tree.store';

/** Ids of the articles and collections that inherited an audience. */
interface Reached {
  collections: string[];
  articles: string[];
}

/**
 * Hands what holds in a collection down to its articles and, with what holds there, to its subcollections and theirs.
 * Answers the ids of what changed. The tree is locked.
 */
export const applyAudience = async (tx: Store, root: CollectionRow, at: Date): Promise<Reached> => {
  const { projectId } = root;
  const holds = new Map<string, readonly Condition[]>([[root.id, effectiveFilter(root)]]);
  const changed: CollectionFilter[] = [];
  for (const collection of await findSubtree(tx, projectId, root.id)) {
    const base = [...(holds.get(collection.parentId) ?? [])];
    if (!isDeepStrictEqual(base, collection.baseAudienceFilter)) {
      changed.push({ id: collection.id, filter: base });
    }
    holds.set(collection.id, effectiveFilter({ ...collection, baseAudienceFilter: base }));
  }
  if (changed.length > 0) await writeBaseFilters(tx, projectId, changed, at);
  const filters = Array.from(holds, ([id, filter]) => ({ id, filter }));
  const articles = await writeArticleFilters(tx, projectId, filters, at);
  return { collections: changed.map(({ id }) => id), articles };
};
