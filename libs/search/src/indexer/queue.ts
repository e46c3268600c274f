import type { Sql } from '@parley/persistence';

/**
 * A statement that marks documents as changed, for use in a statement of one's own. `source` is a SELECT of project id,
 * index name and document id, each document once; e.g. `WITH created AS (INSERT …), dirty AS (${markDirtySql("SELECT
 * project_id, 'tickets', id FROM created")}) SELECT …`.
 */
export const markDirtySql = (source: string): string => `
INSERT INTO search_queue AS q (project_id, index_name, id) ${source}
ON CONFLICT (project_id, index_name, id) DO UPDATE SET
  seq = EXCLUDED.seq,
  changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
  applied = NULL, attempts = 0, retry_at = NULL`;

const markListed = markDirtySql('SELECT DISTINCT $1, $2, id FROM unnest($3::text[]) AS id ORDER BY id');

/**
 * Marks documents as created, changed or deleted. Run it in the transaction of the change: the mark is then as durable
 * as the change, and the indexer cannot see it before.
 */
export const markDirty = async (
  sql: Sql,
  indexName: string,
  projectId: string,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length > 0) await sql.query(markListed, [projectId, indexName, ids], { prepare: true });
};

/** Queues a rebuild of the whole index. No project and no document has an empty id. */
export const requestRebuild = (sql: Sql, indexName: string): Promise<void> =>
  markDirty(sql, indexName, '', ['']);

/** Whether a mark asks for a rebuild. */
export const isRebuildRequest = ({ projectId }: QueueRow): boolean => projectId === '';

/** Whether a rebuild is asked for and not done. */
export const isRebuildPending = async (sql: Sql, indexName: string): Promise<boolean> =>
  (await sql.query(`SELECT FROM search_queue WHERE project_id = '' AND index_name = $1`, [indexName]))
    .length > 0;

/** A document that waits to be indexed, or a request for a rebuild. */
export interface QueueRow {
  projectId: string;
  id: string;
  seq: number;
}

/** Whether a mark waits for its turn, as an SQL expression. */
export const marksDueSql = (indexName: string): string => `EXISTS (
  SELECT FROM search_queue
   WHERE index_name = '${indexName}' AND applied IS NULL AND (retry_at IS NULL OR retry_at <= now()))`;

/** Oldest rows first; recently failed ones wait for their time. Not prepared, like every poll of a queue. */
export const takeMarks = (sql: Sql, indexName: string, limit: number): Promise<QueueRow[]> =>
  sql.query<QueueRow>(
    `SELECT project_id AS "projectId", id, seq FROM search_queue
      WHERE index_name = $1 AND applied IS NULL AND (retry_at IS NULL OR retry_at <= now())
      ORDER BY seq LIMIT $2`,
    [indexName, limit],
  );

/** The place of the newest mark; 0 without any. */
export const lastMark = async (sql: Sql, indexName: string): Promise<number> => {
  const [row] = await sql.query<{ seq: number }>(
    'SELECT coalesce(max(seq), 0) AS seq FROM search_queue WHERE index_name = $1',
    [indexName],
  );
  return row?.seq ?? 0;
};

const toParams = (rows: readonly QueueRow[]): unknown[] => [
  rows.map(({ projectId }) => projectId),
  rows.map(({ id }) => id),
  rows.map(({ seq }) => seq),
];

/** Claimed rows that have not been queued again. A row that another transaction is queueing right now is not waited for. */
const unchanged = `
  SELECT q.project_id, q.index_name, q.id FROM search_queue q
    JOIN unnest($2::text[], $3::text[], $4::bigint[]) AS t (project_id, id, seq)
      ON q.project_id = t.project_id AND q.index_name = $1 AND q.id = t.id AND q.seq = t.seq
   FOR UPDATE OF q SKIP LOCKED`;

/** Ends marks that are indexed; with `keep` they stay, to be taken again by `renewApplied`. */
export const endMarks = async (
  sql: Sql,
  indexName: string,
  rows: readonly QueueRow[],
  keep: boolean,
): Promise<void> => {
  const same = '(q.project_id, q.index_name, q.id) IN (SELECT * FROM done)';
  await sql.query(
    `WITH done AS MATERIALIZED (${unchanged})
     ${keep ? `UPDATE search_queue q SET applied = seq WHERE ${same}` : `DELETE FROM search_queue q WHERE ${same}`}`,
    [indexName, ...toParams(rows)],
  );
};

/** Puts a mark off that could not be indexed: 1 s, then twice as long each time, up to 5 minutes. */
export const postponeMark = async (sql: Sql, indexName: string, row: QueueRow): Promise<void> => {
  await sql.query(
    `UPDATE search_queue SET attempts = attempts + 1,
            retry_at = now() + least(power(2, least(attempts, 16)), 300) * interval '1 second'
      WHERE project_id = $2 AND index_name = $1 AND id = $3 AND seq = $4`,
    [indexName, row.projectId, row.id, row.seq],
  );
};

/** Due time of a row that was set aside: never, unless it is queued again. */
const SET_ASIDE = `'infinity'::timestamptz`;

/** Leaves a mark alone until its document changes or the index is rebuilt. */
export const setMarkAside = async (sql: Sql, indexName: string, row: QueueRow): Promise<void> => {
  await sql.query(
    `UPDATE search_queue SET retry_at = ${SET_ASIDE}
      WHERE project_id = $2 AND index_name = $1 AND id = $3 AND seq = $4`,
    [indexName, row.projectId, row.id, row.seq],
  );
};

/** Has marks that were set aside tried again. */
export const retrySetAside = async (sql: Sql, indexName: string): Promise<void> => {
  await sql.query(
    `UPDATE search_queue SET retry_at = NULL, attempts = 0 WHERE index_name = $1 AND retry_at = ${SET_ASIDE}`,
    [indexName],
  );
};

/** Marks that are set aside. */
export const countSetAside = async (sql: Sql, indexName: string): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM search_queue WHERE index_name = $1 AND retry_at = ${SET_ASIDE}`,
    [indexName],
  );
  return row?.count ?? 0;
};

/** Makes kept marks wait again. */
export const renewApplied = async (sql: Sql, indexName: string): Promise<void> => {
  await sql.query('UPDATE search_queue SET applied = NULL WHERE index_name = $1 AND applied IS NOT NULL', [
    indexName,
  ]);
};

/** Marks that wait, and the age of the oldest in seconds. */
export const readLag = async (
  sql: Sql,
  indexName: string,
): Promise<{ pending: number; oldestSeconds: number }> => {
  const [row] = await sql.query<{ pending: number; oldestSeconds: number }>(
    `SELECT count(*)::integer AS pending,
            coalesce(greatest(extract(epoch FROM clock_timestamp() - min(changed_at)), 0), 0)::float8 AS "oldestSeconds"
       FROM search_queue
      WHERE index_name = $1 AND applied IS NULL AND project_id <> '' AND retry_at IS DISTINCT FROM ${SET_ASIDE}`,
    [indexName],
  );
  return row ?? { pending: 0, oldestSeconds: 0 };
};
