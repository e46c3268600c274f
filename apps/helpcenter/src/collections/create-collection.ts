import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import { FIRST_RANK, newId, rankAfter } from '@parley/persistence';
import type {
  CreateCollectionRequest,
  CreateCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { Partially } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { languageChangesAfter } from '../localised';
import { nextNumber } from '../numbering';
import { collectionCreated } from './collection.events';
import { changedFields, readCollection } from './collection.input';
import { presentCollection } from './collection.present';
import {
  type CollectionRow,
  findCollection,
  insertCollection,
  lastCollectionRank,
  lockTree,
} from './collection.store';

/** Creates a collection after the last one of its level; with a parent, what holds there holds in it too. */
export const createCollection = async (
  deps: Deps,
  { collection: sent = {} }: CreateCollectionRequest,
  context: OnceContext<CreateCollectionResponse>,
): Promise<Partially<CreateCollectionResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const language = namesNoLanguage(sent.title, sent.description)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const fields = changedFields({ title: {}, description: {} }, readCollection(sent, [], language));
  const { title, description } = fields;
  const parentId = sent.parent || null;
  const createdAt = deps.clock();
  const response = await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'change');
    const parent = parentId === null ? undefined : await findCollection(tx, projectId, parentId);
    if (parentId !== null && !parent) throw notFound('collection');
    const last = await lastCollectionRank(tx, projectId, parentId);
    const created: CollectionRow = {
      projectId,
      id: newId(createdAt.getTime()),
      organisationId,
      parentId,
      docId: await nextNumber(tx, projectId, 'collection'),
      iconUrl: null,
      externalId: null,
      targetAudience: 'all',
      baseAudienceFilter: [],
      extendedAudienceFilter: [],
      ...fields,
      ...(parent && { baseAudienceFilter: effectiveFilter(parent) }),
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      createdAt,
      updatedAt: createdAt,
      languageChanges: languageChangesAfter({}, {}, { title, description }, createdAt),
    };
    await insertCollection(tx, created);
    await deps.events.append(tx.sql, [collectionCreated(created, context)]);
    const answer = { collection: presentCollection(created) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
