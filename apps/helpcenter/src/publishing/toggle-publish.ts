import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  TogglePublishRequest,
  TogglePublishResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import { writeDrafts, recordMany, recordPublished } from '../articles';
import { type Deps, MANY } from '../deps';
import { collectionExists, lockTree, findSubtree } from '../collections';

/** Publishes or unpublishes every article of a collection and of all collections below it. */
export const togglePublish = async (
  deps: Deps,
  { helpcenterCollectionId: id, unpublished }: TogglePublishRequest,
  context: CallContext,
): Promise<Partially<TogglePublishResponse>> => {
  const { projectId } = projectScope(context.scope);
  const updated = await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'use');
    if (!(await collectionExists(tx, projectId, id))) throw notFound('collection');
    const below = await findSubtree(tx, projectId, id);
    const collectionIds = [id, ...below.map((collection) => collection.id)];
    const change = { isDraft: unpublished, at: deps.clock() };
    const changed = await writeDrafts(tx, projectId, collectionIds, change);
    if (unpublished) {
      const ids = changed.map((article) => article.id);
      await recordMany(deps, tx, projectId, ids, context);
    } else {
      await recordPublished(deps, tx, projectId, changed, context);
    }
    return changed.length;
  }, MANY);
  deps.events.wake();
  return { success: true, updated };
};
