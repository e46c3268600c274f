import { projectScope } from '@parley/auth';
import { conflict, notFound } from '@parley/errors';
import type {
  DeleteCollectionRequest,
  DeleteCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { collectionDeleted } from './collection.events';
import { countContents, deleteCollectionRow, findCollection, lockTree } from './collection.store';

/** Deletes a collection that nothing lies in. 409 otherwise. */
export const deleteCollection = async (
  deps: Deps,
  { helpcenterCollectionId: id }: DeleteCollectionRequest,
  context: CallContext,
): Promise<Partially<DeleteCollectionResponse>> => {
  const { projectId } = projectScope(context.scope);
  await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'change');
    const row = await findCollection(tx, projectId, id);
    if (!row) throw notFound('collection');
    const contents = (await countContents(tx, projectId, [id])).get(id);
    if (contents && contents.articlesCount > 0) throw conflict('COLLECTION_NOT_EMPTY');
    if (contents && contents.subCollectionsCount > 0) throw conflict('COLLECTION_HAS_SUBCOLLECTIONS');
    await deleteCollectionRow(tx, row);
    await deps.events.append(tx.sql, [collectionDeleted(row, context)]);
  });
  deps.events.wake();
  return { success: true };
};
