import { hastenJob } from '@parley/jobs';
import type { Database, Sql } from '@parley/persistence';
import { buildJob } from './build-job';

// One lock per project: shared by computations of single tickets, exclusive for builds of all of them.
const LOCK = "hashtextextended('statistics build ' || $1, 0)";

/**
 * Whether the facts of a whole project are computed at this moment; if not, that cannot begin before the end of this transaction.
 */
export const isBeingBuilt = async (tx: Sql, projectId: string): Promise<boolean> => {
  const [row] = await tx.query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS free`,
    [projectId],
    { prepare: true },
  );
  return row?.free !== true;
};

/** Waits for computations of a project's facts, and excludes others until the end of the transaction. */
export const holdBuild = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`, [projectId]);
};

/** Whether a project's facts are complete: it had no tickets before statistics, or these were read. */
export const hasAllFacts = async (sql: Sql, projectId: string): Promise<boolean> => {
  const [row] = await sql.query<{ told: boolean }>(
    `SELECT EXISTS (SELECT FROM beginning WHERE what = 'projects')
        AND NOT EXISTS (SELECT FROM build WHERE project_id = $1 AND built_at IS NULL) AS told`,
    [projectId],
    { prepare: true },
  );
  return row?.told === true;
};

/** Whether what there was before the first start was looked for. */
export const hasBegun = async (sql: Sql, what: string): Promise<boolean> => {
  const rows = await sql.query('SELECT 1 FROM beginning WHERE what = $1', [what]);
  return rows.length > 0;
};

/** Notes that what there was before the first start is known. */
export const noteBeginning = async (sql: Sql, what: string, at: Date): Promise<void> => {
  await sql.query('INSERT INTO beginning (what, at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [what, at]);
};

/**
 * Requests builds of projects, from their first tickets on; a requested one continues. A project that began after statistics has
 * complete events, so that its figures are answered and kept up to date during the build.
 */
export const requestBuilds = (
  db: Pick<Database, 'transaction'>,
  projectIds: readonly string[],
  at: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO build AS b (project_id, requested_at, position, built_at)
       SELECT id, $2, '', CASE WHEN EXISTS (SELECT FROM beginning WHERE what = 'projects') THEN $2::timestamptz END
         FROM unnest($1::text[]) AS id ORDER BY id
       ON CONFLICT (project_id) DO UPDATE SET requested_at = $2, position = '', started_at = NULL
         WHERE b.requested_at IS NULL`,
      [projectIds, at],
    );
    for (const projectId of projectIds) await hastenJob(tx, buildJob, {}, { projectId, key: '', now: at });
  });

/** A build that a process works on. */
export interface Build {
  projectId: string;
  position: string;
  startedAt: Date;
}

/** The build of a project, which begins now if it has not begun; undefined when none is asked for. */
export const beginBuild = async (sql: Sql, projectId: string, now: Date): Promise<Build | undefined> => {
  const [row] = await sql.query<Build>(
    `UPDATE build SET started_at = COALESCE(started_at, $2) WHERE project_id = $1 AND requested_at IS NOT NULL
      RETURNING project_id AS "projectId", position, started_at AS "startedAt"`,
    [projectId, now],
  );
  return row;
};

/** Notes how far a build is; false when another process got further. */
export const moveBuild = async (tx: Sql, { projectId, position }: Build, to: string): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE build SET position = $3 WHERE project_id = $1 AND position = $2 AND requested_at IS NOT NULL RETURNING 1`,
    [projectId, position, to],
  );
  return rows.length > 0;
};

/** Has a build that was given up begin with the first ticket when it is asked for again. */
export const resetBuild = async (sql: Sql, projectId: string): Promise<void> => {
  await sql.query(`UPDATE build SET position = '', started_at = NULL WHERE project_id = $1`, [projectId]);
};

/** Ends a build. */
export const endBuild = async (tx: Sql, projectId: string, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE build SET requested_at = NULL, started_at = NULL, position = '', built_at = $2 WHERE project_id = $1`,
    [projectId, at],
  );
};

const JOBS = `SELECT count(*) FILTER (WHERE status <> 'dead') AS waiting, count(*) FILTER (WHERE status = 'dead') AS dead
  FROM job WHERE name = $1`;

/** Jobs of builds: those that are to be done, and those that were given up. */
export const countBuildJobs = async (sql: Sql): Promise<{ waiting: number; dead: number }> => {
  const [row] = await sql.query<{ waiting: number; dead: number }>(JOBS, [buildJob.name]);
  return row ?? { waiting: 0, dead: 0 };
};

const LAG = `
SELECT count(*) AS waiting, COALESCE(extract(epoch FROM $1 - min(requested_at)), 0)::float8 AS age
  FROM build WHERE requested_at IS NOT NULL`;

/** How many builds were asked for and are not done, and seconds since the oldest was. */
export const readBuildLag = async (sql: Sql, now: Date): Promise<{ waiting: number; age: number }> => {
  const [row] = await sql.query<{ waiting: number; age: number }>(LAG, [now]);
  return row ?? { waiting: 0, age: 0 };
};

/** Projects that have tickets here. */
export const findProjects = async (sql: Sql): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>('SELECT DISTINCT project_id AS id FROM ticket ORDER BY 1');
  return rows.map(({ id }) => id);
};
