import { type Sql } from '@parley/persistence';
import {
  type HeldImport,
  type ImportCounts,
  type ImportJobRow,
  type ImportProblem,
  MAX_LISTED,
  type NewImport,
} from './import-job';

const prepare = { prepare: true };

const INSERT = `INSERT INTO contact_import (project_id, id, organisation_id, platform, status, access, started_by,
    created, updated, skipped, failed, problems, attempts, due_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, 'queued', $5, $6::jsonb, 0, 0, 0, 0, '[]', 0, $7, $7, $7)`;

export const insertImport = async (sql: Sql, job: NewImport, now: Date): Promise<void> => {
  const { projectId, id, organisationId, platform, access, startedBy } = job;
  await sql.query(
    INSERT,
    [projectId, id, organisationId, platform, access, JSON.stringify(startedBy), now],
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
    ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
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

/** Whether an import is due. */
export const IMPORT_DUE = { at: '(SELECT min(due_at) FROM contact_import WHERE finished_at IS NULL)' };

// Of whichever project: this is the worker's own look at what waits. A lease that is still there ran out, which counts
// as a failure, so that an import which ends its process is not taken up for ever.
const CLAIM = `WITH due AS (
    SELECT project_id, id, lease IS NOT NULL AS abandoned FROM contact_import
    WHERE finished_at IS NULL AND due_at <= $1
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE contact_import i SET status = 'running', lease = $2, due_at = $3, started_at = COALESCE(i.started_at, $1),
    attempts = i.attempts + due.abandoned::int
  FROM due WHERE i.project_id = due.project_id AND i.id = due.id
  RETURNING i.project_id AS "projectId", i.id, i.organisation_id AS "organisationId", i.platform, i.access,
    i.started_by AS "startedBy", i.lease, i.position, i.attempts, due.abandoned AS "wasAbandoned"`;

/** Takes the import that is due longest until `until`; undefined when none is. */
export const claimImport = async (
  sql: Sql,
  lease: string,
  now: Date,
  until: Date,
): Promise<HeldImport | undefined> => (await sql.query<HeldImport>(CLAIM, [now, lease, until], prepare))[0];

const HELD = 'project_id = $1 AND id = $2 AND lease = $3';

type Held = Pick<HeldImport, 'projectId' | 'id' | 'lease'>;

/** Runs a statement on an import that this process holds. Answers whether it still did. */
const onHeld = async (
  sql: Sql,
  text: string,
  { projectId, id, lease }: Held,
  values: readonly unknown[] = [],
): Promise<boolean> =>
  (await sql.query(`${text} RETURNING id`, [projectId, id, lease, ...values], prepare)).length > 0;

/** Keeps a held import for longer. */
export const extendLease = (sql: Sql, held: Held, until: Date): Promise<boolean> =>
  onHeld(sql, `UPDATE contact_import SET due_at = $4 WHERE ${HELD}`, held, [until]);

/** Locks a held import until the transaction ends, so that nobody takes it meanwhile. */
export const lockHeldImport = async (tx: Sql, { projectId, id, lease }: Held): Promise<boolean> => {
  const rows = await tx.query(
    `SELECT id FROM contact_import WHERE ${HELD} FOR UPDATE`,
    [projectId, id, lease],
    prepare,
  );
  return rows.length > 0;
};

/** What a page leaves behind. */
export interface Progress {
  counts: ImportCounts;
  problems: readonly ImportProblem[];
  /** Where the next page begins; null after the last. */
  position: string | null;
}

const ADVANCE = `UPDATE contact_import SET created = created + $4, updated = updated + $5, skipped = skipped + $6,
    failed = failed + $7, position = $8, attempts = 0, last_error = NULL, updated_at = $9, due_at = $10,
    problems = CASE WHEN jsonb_array_length($11::jsonb) = 0 THEN problems
      ELSE jsonb_path_query_array(problems || $11::jsonb, '$[0 to ${MAX_LISTED - 1}]') END
  WHERE ${HELD}`;

/** Notes a page in the transaction that writes its contacts. */
export const advanceImport = (
  tx: Sql,
  held: Held,
  { counts, problems, position }: Progress,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> =>
  onHeld(tx, ADVANCE, held, [
    counts.created,
    counts.updated,
    counts.skipped,
    counts.failed,
    position,
    now,
    until,
    JSON.stringify(problems),
  ]);

/** Gives a held import back, to be taken up again at once. */
export const releaseImport = (sql: Sql, held: Held, now: Date): Promise<boolean> =>
  onHeld(sql, `UPDATE contact_import SET lease = NULL, due_at = $4 WHERE ${HELD}`, held, [now]);

/** Gives a held import back for another attempt at `dueAt`. */
export const postponeImport = (
  sql: Sql,
  held: Held,
  { error, dueAt, now }: { error: string; dueAt: Date; now: Date },
): Promise<boolean> =>
  onHeld(
    sql,
    `UPDATE contact_import SET status = 'waiting', lease = NULL, attempts = attempts + 1, last_error = $4,
       due_at = $5, updated_at = $6
     WHERE ${HELD}`,
    held,
    [error, dueAt, now],
  );

/** Ends a held import and forgets its credentials; with an error it failed. */
export const finishImport = (
  sql: Sql,
  held: Held,
  { error, now }: { error?: string; now: Date },
): Promise<boolean> =>
  onHeld(
    sql,
    `UPDATE contact_import SET status = $4, last_error = $5, access = NULL, position = NULL, lease = NULL,
       updated_at = $6, finished_at = $6
     WHERE ${HELD}`,
    held,
    [error === undefined ? 'done' : 'failed', error ?? null, now],
  );
