import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import { presentFilter } from '../audience';
import type { CollectionCounts, CollectionRow } from './collection.store';

const NOTHING: CollectionCounts = { articlesCount: 0, subCollectionsCount: 0 };

/** A stored collection as the public document. */
export const presentCollection = (
  row: CollectionRow,
  { articlesCount, subCollectionsCount }: CollectionCounts = NOTHING,
): Collection => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  docId: row.docId,
  parent: row.parentId ?? undefined,
  title: { ...row.title },
  description: { ...row.description },
  iconUrl: row.iconUrl ?? undefined,
  externalId: row.externalId ?? undefined,
  targetAudience: row.targetAudience,
  baseAudienceFilter: presentFilter(row.baseAudienceFilter),
  extendedAudienceFilter: presentFilter(row.extendedAudienceFilter),
  lexorank: row.lexorank,
  articlesCount,
  subCollectionsCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
