import { type Sql } from '@parley/persistence';

// One lock per project: whoever tells the facts of single tickets shares it, whoever tells all of them holds it alone.
const LOCK = "hashtextextended('statistics build ' || $1, 0)";

/**
 * Whether the facts of a whole project are told anew at this moment; if not, that cannot begin before the end of this
 * transaction.
 */
export const isBeingBuilt = async (tx: Sql, projectId: string): Promise<boolean> => {
  const [row] = await tx.query<{ free: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AS free`,
    [projectId],
    { prepare: true },
  );
  return row?.free !== true;
};

/** Waits until nobody tells facts of a project, and lets nobody until the end of the transaction. */
export const holdBuild = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK})`, [projectId]);
};

/** Whether facts of a project are told: it had no tickets before statistics, or these were read. */
export const isToldOf = async (sql: Sql, projectId: string): Promise<boolean> => {
  const [row] = await sql.query<{ told: boolean }>(
    `SELECT EXISTS (SELECT FROM beginning WHERE what = 'projects')
        AND NOT EXISTS (SELECT FROM build WHERE project_id = $1 AND built_at IS NULL) AS told`,
    [projectId],
    { prepare: true },
  );
  return row?.told === true;
};

/** Whether something is to be read: at the first start, or because a build was asked for. */
export const BUILD_DUE = `(NOT EXISTS (SELECT FROM beginning WHERE what = 'projects')
    OR EXISTS (SELECT FROM build WHERE requested_at IS NOT NULL AND (lease_until IS NULL OR lease_until < $1)))`;

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
 * Asks for builds of projects, from their first tickets on; one that is asked for already goes on where it is, unless it was set aside. A project that began
 * after statistics has been told of whole, so that its figures are answered and kept up to date meanwhile.
 */
export const requestBuilds = async (sql: Sql, projectIds: readonly string[], at: Date): Promise<void> => {
  await sql.query(
    `INSERT INTO build AS b (project_id, requested_at, position, built_at)
     SELECT id, $2, '', CASE WHEN EXISTS (SELECT FROM beginning WHERE what = 'projects') THEN $2::timestamptz END
       FROM unnest($1::text[]) AS id ORDER BY id
     ON CONFLICT (project_id) DO UPDATE SET requested_at = $2, position = '', started_at = NULL, lease_until = NULL
       WHERE b.requested_at IS NULL OR b.lease_until = 'infinity'`,
    [projectIds, at],
  );
};

/** A build that a process has taken up. */
export interface Build {
  projectId: string;
  position: string;
  startedAt: Date;
}

/** Milliseconds for which a process has a build; each page renews it. */
export const LEASE_MS = 60_000;

/** Takes up the oldest build that nobody has. */
export const takeBuild = async (sql: Sql, now: Date): Promise<Build | undefined> => {
  const [row] = await sql.query<Build>(
    `UPDATE build SET lease_until = $2, started_at = COALESCE(started_at, $1)
      WHERE project_id = (SELECT project_id FROM build
              WHERE requested_at IS NOT NULL AND (lease_until IS NULL OR lease_until < $1)
              ORDER BY requested_at, project_id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING project_id AS "projectId", position, started_at AS "startedAt"`,
    [now, new Date(now.getTime() + LEASE_MS)],
  );
  return row;
};

/** Notes how far a build is; false when somebody else has taken it up. */
export const moveBuild = async (tx: Sql, build: Build, to: string, now: Date): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE build SET position = $3, lease_until = $4
      WHERE project_id = $1 AND position = $2 AND requested_at IS NOT NULL RETURNING 1`,
    [build.projectId, build.position, to, new Date(now.getTime() + LEASE_MS)],
  );
  return rows.length > 0;
};

/** Gives a build back, so that it goes on after a while. */
export const releaseBuild = async (sql: Sql, projectId: string, until: Date): Promise<void> => {
  await sql.query('UPDATE build SET lease_until = $2 WHERE project_id = $1 AND requested_at IS NOT NULL', [
    projectId,
    until,
  ]);
};

/** Leaves a build alone until it is asked for again. */
export const setBuildAside = async (sql: Sql, projectId: string): Promise<void> => {
  await sql.query(`UPDATE build SET lease_until = 'infinity' WHERE project_id = $1`, [projectId]);
};

/** Ends a build. */
export const endBuild = async (tx: Sql, projectId: string, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE build SET requested_at = NULL, lease_until = NULL, started_at = NULL, position = '', built_at = $2
      WHERE project_id = $1`,
    [projectId, at],
  );
};
