import type { Sql } from '@parley/persistence';
import type { ImportCounts, ImportProblem, ImportRow } from './import';

const prepare = { prepare: true };

type Key = Pick<ImportRow, 'projectId' | 'id'>;

/** Until the transaction ends, no other import of the project is stored. */
export const lockStarts = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `article import ${projectId}`,
  ]);
};

export const countUnfinished = async (sql: Sql, projectId: string): Promise<number> => {
  const [row] = await sql.query<{ unfinished: number }>(
    'SELECT count(*)::integer AS unfinished FROM article_import WHERE project_id = $1 AND finished_at IS NULL',
    [projectId],
    prepare,
  );
  return row?.unfinished ?? 0;
};

export const insertImport = async (sql: Sql, row: ImportRow): Promise<void> => {
  const { projectId, id, organisationId, fileKey, options, startedBy, status, createdAt } = row;
  await sql.query(
    `INSERT INTO article_import (project_id, id, organisation_id, file_key, options, started_by, status, created_at,
       updated_at) VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $8)`,
    [
      projectId,
      id,
      organisationId,
      fileKey,
      JSON.stringify(options),
      JSON.stringify(startedBy),
      status,
      createdAt,
    ],
    prepare,
  );
};

/** Drops the imports of a project that have ended, the newest `kept` excepted. */
export const dropOldest = async (tx: Sql, projectId: string, kept: number): Promise<void> => {
  // Identifiers are ordered by the time of their creation.
  await tx.query(
    `DELETE FROM article_import WHERE project_id = $1 AND id IN (
       SELECT id FROM article_import WHERE project_id = $1 AND finished_at IS NOT NULL ORDER BY id DESC OFFSET $2)`,
    [projectId, kept],
    prepare,
  );
};

/** Drops imports that ended before `until`. Answers how many. */
export const dropEnded = async (sql: Sql, until: Date, limit: number): Promise<number> =>
  (
    await sql.query(
      `DELETE FROM article_import WHERE (project_id, id) IN (
         SELECT project_id, id FROM article_import WHERE finished_at < $1 ORDER BY finished_at LIMIT $2)
       RETURNING id`,
      [until, limit],
      prepare,
    )
  ).length;

const COLUMNS = `project_id AS "projectId", id, organisation_id AS "organisationId", file_key AS "fileKey", options,
  started_by AS "startedBy", status, counts, problems, position, error, created_at AS "createdAt",
  updated_at AS "updatedAt", started_at AS "startedAt", finished_at AS "finishedAt"`;

export const findImport = async (sql: Sql, { projectId, id }: Key): Promise<ImportRow | undefined> =>
  (
    await sql.query<ImportRow>(
      `SELECT ${COLUMNS} FROM article_import WHERE project_id = $1 AND id = $2`,
      [projectId, id],
      prepare,
    )
  )[0];

/** Notes that an import runs, and answers it; undefined when it has ended. */
export const beginImport = async (
  sql: Sql,
  { projectId, id }: Key,
  now: Date,
): Promise<ImportRow | undefined> =>
  (
    await sql.query<ImportRow>(
      `UPDATE article_import SET status = 'running', started_at = COALESCE(started_at, $3)
        WHERE project_id = $1 AND id = $2 AND finished_at IS NULL RETURNING ${COLUMNS}`,
      [projectId, id, now],
      prepare,
    )
  )[0];

/** How far an import came. */
export interface Progress {
  /** Of everything so far. */
  counts: ImportCounts;
  /** Problems since the last progress. */
  problems: readonly ImportProblem[];
  position: number;
}

/** Notes progress in the transaction that writes its articles. */
export const advanceImport = async (
  tx: Sql,
  { projectId, id }: Key,
  { counts, problems, position }: Progress,
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE article_import SET counts = $3::jsonb, position = $4, updated_at = $5 WHERE project_id = $1 AND id = $2`,
    [projectId, id, JSON.stringify(counts), position, now],
    prepare,
  );
  if (problems.length === 0) return;
  await tx.query(
    'UPDATE article_import SET problems = problems || $3::jsonb WHERE project_id = $1 AND id = $2',
    [projectId, id, JSON.stringify(problems)],
    prepare,
  );
};

/** Ends an import that has not ended, and releases its file unless it was a dry run; with an error it failed. */
export const finishImport = async (
  sql: Sql,
  { projectId, id }: Key,
  { error, now }: { error?: string; now: Date },
): Promise<void> => {
  await sql.query(
    `UPDATE article_import SET status = $3, error = $4, updated_at = $5, finished_at = $5
      WHERE project_id = $1 AND id = $2 AND finished_at IS NULL`,
    [projectId, id, error === undefined ? 'done' : 'failed', error ?? null, now],
    prepare,
  );
  // Dry runs of the same file named it until now.
  await sql.query(
    `UPDATE article_import i SET file_key = NULL FROM article_import e
      WHERE e.project_id = $1 AND e.id = $2 AND NOT (e.options ->> 'dryRun')::boolean
        AND i.project_id = $1 AND i.file_key = e.file_key AND i.finished_at IS NOT NULL`,
    [projectId, id],
    prepare,
  );
};

/** Releases the files of dry runs that ended before a time. */
export const releaseDryFiles = async (sql: Sql, before: Date): Promise<void> => {
  await sql.query(
    'UPDATE article_import SET file_key = NULL WHERE finished_at < $1 AND file_key IS NOT NULL',
    [before],
    prepare,
  );
};
