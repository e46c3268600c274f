import type { Condition } from '@parley/audience';
import type { ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import type { Collection, Prisma } from '../generated/prisma/client';
import type { LanguageChanges, Texts } from '../localised';
import type { Ranked } from '../ordering';
import { collectionSortable, compilePositions } from '../positions';

/** A stored collection. */
export interface CollectionRow
  extends
    Omit<
      Collection,
      'title' | 'description' | 'baseAudienceFilter' | 'extendedAudienceFilter' | 'languageChanges'
    >,
    Texts {
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
  languageChanges: LanguageChanges;
}

/** What of a collection changes. */
export type CollectionPatch = Partial<
  Omit<CollectionRow, 'projectId' | 'id' | 'organisationId' | 'docId' | 'createdAt'>
>;

/** What lies in a collection itself. */
export interface CollectionCounts {
  articlesCount: number;
  subCollectionsCount: number;
}

const toRow = (stored: Collection): CollectionRow => stored as unknown as CollectionRow;

/**
 * Keeps the tree of the project's collections as it is, and what holds in each of them, until the transaction ends: to
 * change it (`change`), or to put something into it (`use`), which others may do at the same time.
 */
export const lockTree = async (tx: Store, projectId: string, to: 'change' | 'use'): Promise<void> => {
  const lock = to === 'change' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await tx.sql.query(`SELECT ${lock}(hashtextextended($1, 0))::text`, [`collections ${projectId}`]);
};

/** A collection of the project. */
export const findCollection = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<CollectionRow | undefined> => {
  const row = await prisma.collection.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? toRow(row) : undefined;
};

/** Whether the project has such a collection. */
export const collectionExists = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<boolean> => {
  const where = { projectId_id: { projectId, id } };
  return (await prisma.collection.findUnique({ where, select: { id: true } })) !== null;
};

/** Which collections are listed: those of a collection, those of the top level (null), or all. */
export type Level = string | null | 'all';

/** The statement of `findCollectionIds`; a level names its parent in the order too, as its index does. */
export const collectionIdsSql = (
  projectId: string,
  level: Level,
  query: ListQuery = {},
): [text: string, values: string[]] => {
  const { orderBy, skip, limit } = compilePositions(query, collectionSortable);
  const part = `LIMIT ${limit} OFFSET ${skip}`;
  if (level === 'all')
    return [`SELECT id FROM collection WHERE project_id = $1 ORDER BY ${orderBy} ${part}`, [projectId]];
  return [
    `SELECT id FROM collection WHERE project_id = $1 AND parent_id ${level === null ? 'IS NULL' : '= $2'}
      ORDER BY parent_id, ${orderBy} ${part}`,
    level === null ? [projectId] : [projectId, level],
  ];
};

/** Ids of collections, by their position unless asked for another order. */
export const findCollectionIds = async (
  { sql }: Store,
  projectId: string,
  level: Level,
  query: ListQuery = {},
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(...collectionIdsSql(projectId, level, query));
  return rows.map(({ id }) => id);
};

/** Every collection with its parent, in an order of our own SQL. */
export const findTree = (
  { sql }: Store,
  projectId: string,
  orderBy: string,
): Promise<{ id: string; parentId: string | null }[]> =>
  sql.query(`SELECT id, parent_id AS "parentId" FROM collection WHERE project_id = $1 ORDER BY ${orderBy}`, [
    projectId,
  ]);

/** The collections of a level with their ranks. */
export const findCollectionRanks = (
  { prisma }: Store,
  projectId: string,
  parentId: string | null,
): Promise<Ranked[]> =>
  prisma.collection.findMany({ where: { projectId, parentId }, select: { id: true, lexorank: true } });

/** Writes ranks where they are others, and answers of which collections. */
export const writeCollectionRanks = async (
  { sql }: Store,
  projectId: string,
  ranks: readonly Ranked[],
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `UPDATE collection c SET lexorank = n.lexorank FROM unnest($2::text[], $3::text[]) AS n(id, lexorank)
      WHERE c.project_id = $1 AND c.id = n.id AND c.lexorank <> n.lexorank RETURNING c.id`,
    [projectId, ranks.map(({ id }) => id), ranks.map(({ lexorank }) => lexorank)],
  );
  return rows.map(({ id }) => id);
};

/** The collections among the ids that the project has. */
export const getCollections = async (
  { prisma }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<CollectionRow[]> => {
  const rows = await prisma.collection.findMany({ where: { projectId, id: { in: [...ids] } } });
  return rows.map(toRow);
};

/** The statement of `countContents`: project and collections. */
export const COUNT_CONTENTS = `
  SELECT c.id,
         (SELECT count(*) FROM article a
           WHERE a.project_id = $1 AND a.collection_id = c.id)::integer AS "articlesCount",
         (SELECT count(*) FROM collection s
           WHERE s.project_id = $1 AND s.parent_id = c.id)::integer AS "subCollectionsCount"
    FROM unnest($2::text[]) AS c(id)`;

/** What lies in each of some collections, counted by index. */
export const countContents = async (
  { sql }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, CollectionCounts>> => {
  const rows = await sql.query<CollectionCounts & { id: string }>(COUNT_CONTENTS, [projectId, ids]);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
};

/** The rank of the last collection of a level. */
export const lastCollectionRank = async (
  { prisma }: Store,
  projectId: string,
  parentId: string | null,
): Promise<string | undefined> => {
  const row = await prisma.collection.findFirst({
    where: { projectId, parentId },
    select: { lexorank: true },
    orderBy: [{ lexorank: 'desc' }, { id: 'desc' }],
  });
  return row?.lexorank;
};

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

/** Stores a new collection. */
export const insertCollection = async ({ prisma }: Store, row: CollectionRow): Promise<void> => {
  await prisma.collection.create({
    data: {
      ...row,
      title: json(row.title),
      description: json(row.description),
      baseAudienceFilter: json(row.baseAudienceFilter),
      extendedAudienceFilter: json(row.extendedAudienceFilter),
      languageChanges: json(row.languageChanges),
    },
  });
};

/** Changes a collection that exists. */
export const updateCollectionRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<CollectionRow, 'projectId' | 'id'>,
  patch: CollectionPatch,
): Promise<CollectionRow> => {
  const { title, description, baseAudienceFilter, extendedAudienceFilter, languageChanges, ...rest } = patch;
  return toRow(
    await prisma.collection.update({
      where: { projectId_id: { projectId, id } },
      data: {
        ...rest,
        ...(title && { title: json(title) }),
        ...(description && { description: json(description) }),
        ...(baseAudienceFilter && { baseAudienceFilter: json(baseAudienceFilter) }),
        ...(extendedAudienceFilter && { extendedAudienceFilter: json(extendedAudienceFilter) }),
        ...(languageChanges && { languageChanges: json(languageChanges) }),
      },
    }),
  );
};

/** Deletes a collection that nothing lies in. */
export const deleteCollectionRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<CollectionRow, 'projectId' | 'id'>,
): Promise<void> => {
  await prisma.collection.delete({ where: { projectId_id: { projectId, id } } });
};
