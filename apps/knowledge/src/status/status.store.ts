import type { Sql } from '@parley/persistence';
import { PASSAGE_INDEX } from '../documents';

/** How many documents of a kind there are. */
export interface TypeCount {
  type: string;
  documents: number;
  passages: number;
  failed: number;
}

/** Documents by the type of their source; the files of a repository are one. */
export const countDocuments = (sql: Sql, projectId: string): Promise<TypeCount[]> =>
  sql.query<TypeCount>(
    `SELECT source_type AS type, count(DISTINCT source_id)::integer AS documents, sum(passages)::integer AS passages,
            count(DISTINCT source_id) FILTER (WHERE status = 'failed')::integer AS failed
       FROM document WHERE project_id = $1 AND NOT is_hidden GROUP BY source_type`,
    [projectId],
    { prepare: true },
  );

/** Documents without current passages, vectors or words, unread articles included. */
export const countPending = async (sql: Sql, projectId: string): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (
       SELECT document_id FROM index_mark WHERE project_id = $1
       UNION SELECT p.document_id FROM search_queue q
               JOIN passage p ON p.project_id = q.project_id AND p.id = q.id
              WHERE q.project_id = $1 AND q.index_name = '${PASSAGE_INDEX}' AND q.applied IS NULL
                AND q.retry_at IS DISTINCT FROM 'infinity'
       UNION SELECT 'article ' || id FROM source_mark
              WHERE project_id = $1 AND kind = 'article' AND failed_at IS NULL) pending`,
    [projectId],
  );
  return row?.count ?? 0;
};

/** Articles of a project that were given up before they could be read. */
export const countGivenUp = async (sql: Sql, projectId: string): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM source_mark
      WHERE project_id = $1 AND kind = 'article' AND failed_at IS NOT NULL`,
    [projectId],
  );
  return row?.count ?? 0;
};

/** How far a reindexing is. */
export interface Reindexing {
  running: boolean;
  done: number;
  total: number;
}

/** The project's last reindexing; it has ended when nothing that it asked for is left. */
export const getReindexing = async (sql: Sql, projectId: string): Promise<Reindexing> => {
  const [row] = await sql.query<{ total: number; left: number }>(
    `SELECT r.total, (SELECT count(*)::integer FROM index_mark m WHERE m.project_id = $1 AND m.renew) AS left
       FROM reindexing r WHERE r.project_id = $1`,
    [projectId],
  );
  if (!row) return { running: false, done: 0, total: 0 };
  return { running: row.left > 0, done: Math.max(0, row.total - row.left), total: row.total };
};

/** Begins a reindexing of so many documents. */
export const beginReindexing = async (
  tx: Sql,
  projectId: string,
  total: number,
  now: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO reindexing (project_id, total, started_at) VALUES ($1, $2, $3)
     ON CONFLICT (project_id) DO UPDATE SET total = EXCLUDED.total, started_at = EXCLUDED.started_at`,
    [projectId, total, now],
  );
};

/** Holds everybody else off beginning one until the transaction ends. */
export const lockReindexing = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`reindexing ${projectId}`]);
};

/** Tags of everything that is found and of websites, each once, by code point. */
export const listTags = async (sql: Sql, projectId: string): Promise<string[]> => {
  const rows = await sql.query<{ tag: string }>(
    `SELECT DISTINCT tag COLLATE "C" AS tag FROM (
       SELECT unnest(tags) AS tag FROM document WHERE project_id = $1 AND NOT is_hidden
       UNION SELECT unnest(tags) FROM website WHERE project_id = $1) all_tags ORDER BY 1`,
    [projectId],
    { prepare: true },
  );
  return rows.map(({ tag }) => tag);
};
