import type { ProjectScope } from '@parley/auth';
import { FIRST_RANK, newId, rankAfter } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { languageChangesAfter } from '../localised';
import { nextNumber } from '../numbering';
import { collectionCreated } from './collection.events';
import type { changedFields } from './collection.input';
import { type CollectionRow, insertCollection, lastCollectionRank } from './collection.store';

/** A new collection. */
export interface NewCollection {
  scope: ProjectScope;
  /** Absent at the top level. */
  parent: CollectionRow | undefined;
  fields: ReturnType<typeof changedFields>;
  at: Date;
}

/** The one way in which a collection is created, while the tree is locked: what holds in its parent holds in it too. */
export const addCollection = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  { scope, parent, fields, at }: NewCollection,
  context: CallContext,
): Promise<CollectionRow> => {
  const { projectId, organisationId } = scope;
  const { title, description } = fields;
  const parentId = parent?.id ?? null;
  const last = await lastCollectionRank(tx, projectId, parentId);
  const created: CollectionRow = {
    projectId,
    id: newId(at.getTime()),
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
    createdAt: at,
    updatedAt: at,
    languageChanges: languageChangesAfter({}, {}, { title, description }, at),
  };
  await insertCollection(tx, created);
  await deps.events.append(tx.sql, [collectionCreated(created, context)]);
  return created;
};
