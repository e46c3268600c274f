import type { Sql } from '@parley/persistence';
import {
  type ImportCounts,
  type ImportJobRow,
  type ImportProblem,
  MAX_LISTED,
  type NewImport,
  type RunningImport,
} from './import-job';

const prepare = { prepare: true };

// Never due for processes of former releases, which looked at that.
const INSERT = `INSERT INTO contact_import (project_id, id, organisation_id, platform, status, access, started_by,
    created, updated, skipped, failed, problems, attempts, due_at, created_at, updated_at, awaited_until)
  VALUES ($1, $2, $3, $4, 'queued', $5, $6::jsonb, 0, 0, 0, 0, '[]', 0, 'infinity', $7, $7, $8)`;

export const insertImport = async (sql: Sql, job: NewImport, now: Date): Promise<void> => {
  const { projectId, id, organisationId, platform, access, startedBy, awaitedUntil } = job;
  await sql.query(
    INSERT,
    [projectId, id, organisationId, platform, access, JSON.stringify(startedBy), now, awaitedUntil],
    prepare,
  );
};

/** Until the transaction ends, no other import of the project is stored. */
export const lockStarts = async (tx: Sql, projectId: string): Promise<void> => {
  const key = `import start ${projectId}`;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key], prepare);
};

const COUNT = `SELECT count(*) AS unfinished FROM contact_import WHERE project_id = $1 AND finished_at IS NULL`;

/** How many imports of a project have not ended. */
export const countUnfinished = async (sql: Sql, projectId: string): Promise<number> =>
  (await sql.query<{ unfinished: number }>(COUNT, [projectId], prepare))[0]?.unfinished ?? 0;

// Identifiers are ordered by the time of their creation.
const DROP_OLDEST = `DELETE FROM contact_import WHERE project_id = $1 AND id IN (
    SELECT id FROM contact_import WHERE project_id = $1 AND finished_at IS NOT NULL ORDER BY id DESC OFFSET $2
  )`;

/** Drops the imports of a project that have ended, the newest `kept` excepted. */
export const dropOldest = async (tx: Sql, projectId: string, kept: number): Promise<void> => {
  await tx.query(DROP_OLDEST, [projectId, kept], prepare);
};

/** The statement that drops imports of whichever project which ended before a time, at most so many. */
export const DROP_ENDED = `DELETE FROM contact_import WHERE (project_id, id) IN (
    SELECT project_id, id FROM contact_import WHERE finished_at < $1
    ORDER BY finished_at LIMIT $2
  ) RETURNING id`;

/** Drops imports that ended before `until`. Answers how many. */
export const dropEnded = async (sql: Sql, until: Date, limit: number): Promise<number> =>
  (await sql.query(DROP_ENDED, [until, limit], prepare)).length;

const FIND = `SELECT id, platform, status, created, updated, skipped, failed, problems, last_error AS "lastError",
    created_at AS "createdAt", updated_at AS "updatedAt", started_at AS "startedAt", finished_at AS "finishedAt"
  FROM contact_import WHERE project_id = $1 AND id = $2`;

export const findImport = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ImportJobRow | undefined> => (await sql.query<ImportJobRow>(FIND, [projectId, id], prepare))[0];

type Key = Pick<NewImport, 'projectId' | 'id'>;

const BEGIN = `UPDATE contact_import SET status = 'running', started_at = COALESCE(started_at, $3)
  WHERE project_id = $1 AND id = $2 AND finished_at IS NULL
  RETURNING project_id AS "projectId", id, organisation_id AS "organisationId", platform, access,
    started_by AS "startedBy", position, awaited_until AS "awaitedUntil"`;

/** Notes that an import runs, and answers it; undefined when it has ended. */
export const beginImport = async (
  sql: Sql,
  { projectId, id }: Key,
  now: Date,
): Promise<RunningImport | undefined> =>
  (await sql.query<RunningImport>(BEGIN, [projectId, id, now], prepare))[0];

/** The result of a page. */
export interface Progress {
  counts: ImportCounts;
  problems: readonly ImportProblem[];
  /** Where the next page begins; null after the last. */
  position: string | null;
}

const ADVANCE = `UPDATE contact_import SET created = created + $3, updated = updated + $4, skipped = skipped + $5,
    failed = failed + $6, position = $7, last_error = NULL, updated_at = $8,
    problems = CASE WHEN jsonb_array_length($9::jsonb) = 0 THEN problems
      ELSE jsonb_path_query_array(problems || $9::jsonb, '$[0 to ${MAX_LISTED - 1}]') END
  WHERE project_id = $1 AND id = $2`;

/** Notes a page in the transaction that writes its contacts. */
export const advanceImport = async (
  tx: Sql,
  { projectId, id }: Key,
  { counts, problems, position }: Progress,
  now: Date,
): Promise<void> => {
  const { created, updated, skipped, failed } = counts;
  const page = [created, updated, skipped, failed, position, now, JSON.stringify(problems)];
  await tx.query(ADVANCE, [projectId, id, ...page], prepare);
};

/** Records the contacts of a page, for callers that wait for their ids. */
export const noteImported = async (
  tx: Sql,
  { projectId, id }: Key,
  contactIds: readonly string[],
): Promise<void> => {
  await tx.query(
    `INSERT INTO imported_contact (project_id, import_id, contact_id)
     SELECT DISTINCT $1, $2, id FROM unnest($3::text[]) AS c (id) ON CONFLICT DO NOTHING`,
    [projectId, id, contactIds],
    prepare,
  );
};

/** The contacts of an import that were noted and are not deleted. */
export const findNoted = async (sql: Sql, { projectId, id }: Key): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT c.id FROM imported_contact i JOIN contact c ON c.project_id = i.project_id AND c.id = i.contact_id
      WHERE i.project_id = $1 AND i.import_id = $2 AND c.deleted_at IS NULL ORDER BY c.id`,
    [projectId, id],
    prepare,
  );
  return rows.map((row) => row.id);
};

/** Notes that an import waits for another attempt. */
export const noteFailure = async (
  sql: Sql,
  { projectId, id }: Key,
  { error, now }: { error: string; now: Date },
): Promise<void> => {
  await sql.query(
    `UPDATE contact_import SET status = 'waiting', last_error = $3, updated_at = $4 WHERE project_id = $1 AND id = $2`,
    [projectId, id, error, now],
    prepare,
  );
};

/** Ends an import that has not ended and forgets its credentials; with an error it failed. */
export const finishImport = async (
  sql: Sql,
  { projectId, id }: Key,
  { error, now }: { error?: string; now: Date },
): Promise<void> => {
  await sql.query(
    `UPDATE contact_import SET status = $3, last_error = $4, access = NULL, position = NULL, updated_at = $5,
       finished_at = $5
     WHERE project_id = $1 AND id = $2 AND finished_at IS NULL`,
    [projectId, id, error === undefined ? 'done' : 'failed', error ?? null, now],
    prepare,
  );
};
