import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import type {
  CreateCollectionRequest,
  CreateCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { addCollection } from './add-collection';
import { changedFields, readCollection } from './collection.input';
import { presentCollection } from './collection.present';
import { findCollection, lockTree } from './collection.store';

/** Creates a collection after the last one of its level; with a parent, what holds there holds in it too. */
export const createCollection = async (
  deps: Deps,
  { collection: sent = {} }: CreateCollectionRequest,
  context: OnceContext<CreateCollectionResponse>,
): Promise<Partially<CreateCollectionResponse>> => {
  const scope = projectScope(context.scope);
  const { projectId } = scope;
  const language = namesNoLanguage(sent.title, sent.description)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const fields = changedFields({ title: {}, description: {} }, readCollection(sent, [], language));
  const parentId = sent.parent || null;
  const at = deps.clock();
  const response = await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'change');
    const parent = parentId === null ? undefined : await findCollection(tx, projectId, parentId);
    if (parentId !== null && !parent) throw notFound('collection');
    const created = await addCollection(deps, tx, { scope, parent, fields, at }, context);
    const answer = { collection: presentCollection(created) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
