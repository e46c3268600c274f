import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  ReorderCollectionsRequest,
  ReorderCollectionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import { type Deps, MANY } from '../deps';
import { newOrder } from '../ordering';
import { collectionUpdated } from './collection.events';
import {
  collectionExists,
  findCollectionRanks,
  getCollections,
  lockTree,
  writeCollectionRanks,
} from './collection.store';
import { listCollections } from './list-collections';

/** Collections that are in memory at a time. */
const BATCH = 500;

/** Orders the collections of a level: those that are named, then the others as they were. Answers the whole level. */
export async function* reorderCollections(
  deps: Deps,
  { collectionIds, parentId: sent }: ReorderCollectionsRequest,
  context: CallContext,
): AsyncGenerator<Partially<ReorderCollectionsResponse>> {
  const { projectId } = projectScope(context.scope);
  const parentId = sent || null;
  await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'change');
    if (parentId !== null && !(await collectionExists(tx, projectId, parentId))) throw notFound('collection');
    if (collectionIds.length === 0) return;
    const order = newOrder(
      'collectionIds',
      collectionIds,
      await findCollectionRanks(tx, projectId, parentId),
    );
    const changed = await writeCollectionRanks(tx, projectId, order);
    for (let start = 0; start < changed.length; start += BATCH) {
      const rows = await getCollections(tx, projectId, changed.slice(start, start + BATCH));
      await deps.events.append(
        tx.sql,
        rows.map((row) => collectionUpdated(row, false, context)),
      );
    }
  }, MANY);
  deps.events.wake();
  yield* listCollections(deps, { skip: 0, limit: 0, ...(parentId !== null && { parentId }) }, context);
}
