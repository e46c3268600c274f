import type { ListClauses, Sql } from '@parley/persistence';
import type { ContentRow } from './content';

// Both are written, and deleted, in one transaction.
const JOIN = `JOIN document d ON d.project_id = c.project_id AND d.owner_type = 'content' AND d.owner_id = ''
       AND d.key = c.content_id`;

const LISTED = `c.project_id AS "projectId", c.id, c.organisation_id AS "organisationId", c.content_id AS "contentId", c.type,
  c.title, c.format, c.lang, c.tags, c.batch_id AS "batchId", c.read_more_url AS "readMoreUrl",
  c.read_more_label AS "readMoreLabel", c.is_internal AS "isInternal", c.origin, c.ticket_id AS "ticketId",
  d.status, d.error, d.passages AS chunks, d.indexed_at AS "indexedAt",
  c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

const GET = `SELECT ${LISTED}, c.content FROM content c ${JOIN} WHERE c.project_id = $1 AND c.content_id = $2`;

/** An entry by the caller's own key. */
export const findContent = async (
  sql: Sql,
  projectId: string,
  contentId: string,
): Promise<ContentRow | undefined> =>
  (await sql.query<ContentRow>(GET, [projectId, contentId], { prepare: true }))[0];

/** Holds everybody else off a key until the transaction ends, whether there is an entry or not. */
export const lockContentId = async (tx: Sql, projectId: string, contentId: string): Promise<void> => {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
    [`content ${projectId} ${contentId}`],
    {
      prepare: true,
    },
  );
};

/** What of an entry is written. */
export type WrittenContent = Omit<ContentRow, 'status' | 'error' | 'chunks' | 'indexedAt'>;

const SAVE = `
INSERT INTO content (project_id, id, organisation_id, content_id, type, title, content, format, lang, tags, batch_id,
    read_more_url, read_more_label, is_internal, origin, ticket_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
ON CONFLICT (project_id, content_id) DO UPDATE SET
  type = EXCLUDED.type, title = EXCLUDED.title, content = EXCLUDED.content, format = EXCLUDED.format, lang = EXCLUDED.lang,
  tags = EXCLUDED.tags, batch_id = EXCLUDED.batch_id, read_more_url = EXCLUDED.read_more_url,
  read_more_label = EXCLUDED.read_more_label, is_internal = EXCLUDED.is_internal, updated_at = EXCLUDED.updated_at`;

/** Writes an entry; one with the same key keeps its id, origin and time of creation. */
export const saveContentRow = async (tx: Sql, row: WrittenContent): Promise<void> => {
  await tx.query(
    SAVE,
    [
      row.projectId,
      row.id,
      row.organisationId,
      row.contentId,
      row.type,
      row.title,
      JSON.stringify(row.content),
      row.format,
      row.lang,
      row.tags,
      row.batchId,
      row.readMoreUrl,
      row.readMoreLabel,
      row.isInternal,
      row.origin,
      row.ticketId,
      row.createdAt,
      row.updatedAt,
    ],
    { prepare: true },
  );
};

/** Deletes an entry; false when there is none. */
export const deleteContentRow = async (tx: Sql, projectId: string, contentId: string): Promise<boolean> =>
  (
    await tx.query(
      'DELETE FROM content WHERE project_id = $1 AND content_id = $2 RETURNING id',
      [projectId, contentId],
      { prepare: true },
    )
  ).length > 0;

/** Entries that are deleted in one transaction. */
const DELETED_AT_ONCE = 500;

/** Which entries to delete: of a batch, or of every other one. */
export interface BatchCondition {
  projectId: string;
  batchId: string;
  /** Whether those of other batches are meant. */
  others: boolean;
  type?: string;
  origin?: string;
}

/** Deletes some of the entries of batches and answers their keys; none when all are gone. */
export const deleteBatchRows = async (
  tx: Sql,
  { projectId, batchId, others, type, origin }: BatchCondition,
): Promise<string[]> => {
  const rows = await tx.query<{ contentId: string }>(
    `DELETE FROM content WHERE project_id = $1 AND id IN (
       SELECT id FROM content WHERE project_id = $1 AND batch_id ${others ? '<>' : '='} $2 AND ($3::text IS NULL OR type = $3)
          AND ($4::text IS NULL OR origin = $4)
        ORDER BY id LIMIT ${DELETED_AT_ONCE} FOR UPDATE)
     RETURNING content_id AS "contentId"`,
    [projectId, batchId, type ?? null, origin ?? null],
  );
  return rows.map(({ contentId }) => contentId);
};

/** One page of entries, without their contents. */
export const listContentRows = (
  sql: Sql,
  { where, orderBy, limit, skip }: ListClauses,
  params: readonly unknown[],
): Promise<ContentRow[]> =>
  sql.query<ContentRow>(
    `SELECT ${LISTED} FROM content c ${JOIN} WHERE c.project_id = $1 AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );

/** How many entries match. */
export const countContentRows = async (
  sql: Sql,
  where: string,
  params: readonly unknown[],
): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM content c ${JOIN} WHERE c.project_id = $1 AND ${where}`,
    params,
  );
  return row?.count ?? 0;
};
