import { projectScope } from '@parley/auth';
import { invalid, notFound } from '@parley/errors';
import { FIRST_RANK, rankAfter } from '@parley/persistence';
import type {
  UpdateCollectionRequest,
  UpdateCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import type { Store } from '../db';
import { type Deps, MANY } from '../deps';
import { differences } from '../differences';
import { namesNoLanguage } from '@parley/localised';
import {
  type CollectionChange,
  changedFields,
  readCollection,
  presentCollection,
  type CollectionPatch,
  type CollectionRow,
  countContents,
  findCollection,
  lastCollectionRank,
  lockTree,
  findSubtree,
} from '../collections';
import { writeCollection } from './write-collection';

/** The new place of a collection: the end of another level, with its audience. */
const placeIn = async (
  tx: Store,
  row: CollectionRow,
  parentId: string | null,
): Promise<Pick<CollectionPatch, 'parentId' | 'lexorank' | 'baseAudienceFilter'>> => {
  const { projectId, id } = row;
  const last = await lastCollectionRank(tx, projectId, parentId);
  const place = { parentId, lexorank: last === undefined ? FIRST_RANK : rankAfter(last) };
  if (parentId === null) return place;
  const parent = await findCollection(tx, projectId, parentId);
  if (!parent) throw notFound('collection');
  const below = await findSubtree(tx, projectId, id);
  if (parentId === id || below.some((collection) => collection.id === parentId)) {
    throw invalid({ field: 'parent', message: 'must not be the collection itself or one below it' });
  }
  return { ...place, baseAudienceFilter: effectiveFilter(parent) };
};

const buildPatch = async (
  tx: Store,
  row: CollectionRow,
  change: CollectionChange,
  parentId: string | null | undefined,
): Promise<CollectionPatch> => {
  const place =
    parentId === undefined || parentId === row.parentId ? undefined : await placeIn(tx, row, parentId);
  const { baseAudienceFilter, ...fields } = changedFields(row, change);
  const isTop = (place ? place.parentId : row.parentId) === null;
  return differences(row, {
    ...fields,
    ...place,
    // What holds in the parent is not the collection's to say.
    ...(isTop && baseAudienceFilter && { baseAudienceFilter }),
  });
};

/** Changes a collection, and what holds in everything below it. What changes nothing writes nothing. */
export const updateCollection = async (
  deps: Deps,
  { helpcenterCollectionId: id, collection: sent = {}, nulls }: UpdateCollectionRequest,
  context: CallContext,
): Promise<Partially<UpdateCollectionResponse>> => {
  const { projectId } = projectScope(context.scope);
  const language = namesNoLanguage(sent.title, sent.description)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const change = readCollection(sent, nulls, language);
  const parentId = nulls.includes('parent') || sent.parent === '' ? null : sent.parent;
  const row = await deps.store.transaction(async (tx): Promise<CollectionRow> => {
    await lockTree(tx, projectId, 'change');
    const before = await findCollection(tx, projectId, id);
    if (!before) throw notFound('collection');
    const patch = await buildPatch(tx, before, change, parentId);
    return writeCollection(deps, tx, before, patch, context);
  }, MANY);
  deps.events.wake();
  const counts = await countContents(deps.store, projectId, [row.id]);
  return { collection: presentCollection(row, counts.get(row.id)) };
};
