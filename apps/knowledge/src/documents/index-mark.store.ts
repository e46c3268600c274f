import type { Sql } from '@parley/persistence';

const markedSql = (source: string, renew: boolean): string => `
INSERT INTO index_mark AS m (project_id, document_id, renew)
  SELECT s.project_id, s.id, ${renew} FROM (${source}) s ORDER BY 1, 2
ON CONFLICT (project_id, document_id) DO UPDATE SET
  seq = EXCLUDED.seq, renew = m.renew OR EXCLUDED.renew, attempts = 0, retry_at = NULL`;

/** A statement that marks documents to be indexed; `source` selects `project_id` and `id`. */
export const markSql = (source: string): string => markedSql(source, false);

/** The same for documents that need new passages and vectors though their texts are the same. */
export const markAllSql = (source: string): string => `${markedSql(source, true)} RETURNING document_id`;

/** A document that waits to be indexed. */
export interface IndexMark {
  projectId: string;
  documentId: string;
  seq: number;
  renew: boolean;
  /** How often it was taken, this time too. */
  attempts: number;
}

/** Times that a document is tried, over about three hours, before it stays failed. */
export const MAX_ATTEMPTS = 10;

/** Seconds that others leave a taken mark alone; doubles with each attempt beyond. */
const LEASE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 3_600;

const IS_DUE = '(retry_at IS NULL OR retry_at <= now())';

/** Whether a document waits to be indexed. */
export const INDEXING_DUE = `EXISTS (SELECT FROM index_mark WHERE ${IS_DUE})`;

const TAKE = `
WITH due AS (
  SELECT project_id, document_id FROM index_mark WHERE ${IS_DUE} ORDER BY seq LIMIT $1 FOR UPDATE SKIP LOCKED
)
UPDATE index_mark m SET attempts = m.attempts + 1,
       retry_at = now() + least(${LEASE_SECONDS} * power(2, least(m.attempts, 8)), ${MAX_PAUSE_SECONDS}) * interval '1 second'
  FROM due WHERE m.project_id = due.project_id AND m.document_id = due.document_id
RETURNING m.project_id AS "projectId", m.document_id AS "documentId", m.seq, m.renew, m.attempts`;

/** Takes the oldest marks. One that is not ended comes back by itself, so that a crash loses none. */
export const takeIndexMarks = (sql: Sql, limit: number): Promise<IndexMark[]> =>
  sql.query<IndexMark>(TAKE, [limit]);

const RELEASE = `
UPDATE index_mark m SET retry_at = now() + $3 * interval '1 millisecond', attempts = 0
  FROM unnest($1::text[], $2::text[]) AS t (project_id, document_id)
 WHERE m.project_id = t.project_id AND m.document_id = t.document_id AND m.retry_at IS NOT NULL`;

/** Puts taken marks back, to be taken again after so many milliseconds. */
export const releaseIndexMarks = async (
  sql: Sql,
  marks: readonly IndexMark[],
  pauseMs: number,
): Promise<void> => {
  const columns = [marks.map(({ projectId }) => projectId), marks.map(({ documentId }) => documentId)];
  await sql.query(RELEASE, [...columns, pauseMs]);
};

const END = `
DELETE FROM index_mark m USING unnest($1::text[], $2::text[], $3::bigint[]) AS t (project_id, document_id, seq)
 WHERE m.project_id = t.project_id AND m.document_id = t.document_id AND m.seq = t.seq
RETURNING m.project_id AS "projectId", m.document_id AS "documentId"`;

/** Deletes processed rows and returns their keys. Skips rows that changed or were deleted after they were claimed. */
export const endIndexMarks = (
  tx: Sql,
  marks: readonly IndexMark[],
): Promise<{ projectId: string; documentId: string }[]> =>
  tx.query(
    END,
    [
      marks.map(({ projectId }) => projectId),
      marks.map(({ documentId }) => documentId),
      marks.map(({ seq }) => seq),
    ],
    { prepare: true },
  );
