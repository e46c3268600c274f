import type { CallContext } from '@parley/rpc';
import { isDeepStrictEqual } from 'node:util';
import { recordMany } from '../articles';
import { effectiveFilter } from '../audience';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { languageChangesAfter } from '../localised';
import {
  applyAudience,
  collectionUpdated,
  type CollectionPatch,
  type CollectionRow,
  getCollections,
  updateCollectionRow,
} from '../collections';

/**
 * The one way in which the fields of a collection change, while the tree is locked: passes a changed audience to everything below
 * it and emits an event for every changed row. `patch` has differences only; an empty one writes nothing.
 */
export const writeCollection = async (
  deps: Pick<Deps, 'events' | 'clock'>,
  tx: Store,
  before: CollectionRow,
  patch: CollectionPatch,
  context: CallContext,
): Promise<CollectionRow> => {
  if (Object.keys(patch).length === 0) return before;
  const { projectId } = before;
  const updatedAt = deps.clock();
  const was = { title: before.title, description: before.description };
  const { title, description } = { ...was, ...patch };
  const languageChanges = languageChangesAfter(
    before.languageChanges,
    was,
    { title, description },
    updatedAt,
  );
  const after = await updateCollectionRow(tx, before, { ...patch, languageChanges, updatedAt });
  const audienceChanged = !isDeepStrictEqual(effectiveFilter(after), effectiveFilter(before));
  const reached = audienceChanged
    ? await applyAudience(tx, after, updatedAt)
    : { collections: [], articles: [] };
  const below = await getCollections(tx, projectId, reached.collections);
  await deps.events.append(tx.sql, [
    collectionUpdated(after, audienceChanged, context),
    ...below.map((collection) => collectionUpdated(collection, true, context)),
  ]);
  await recordMany(deps, tx, projectId, reached.articles, context);
  return after;
};
