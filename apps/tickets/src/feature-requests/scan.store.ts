import { type Sql } from '@parley/persistence';
import { type Group } from './group-duplicates';

/** Seconds after which a scan counts as dead that has not said that it lives. */
const LEASE_SECONDS = 15;

/** The latest scan of a project. */
export interface Scan {
  groups: Group[];
  scannedAt: Date | null;
  /** Whether one runs now. */
  isRunning: boolean;
}

/** The latest scan; undefined when there was never one. */
export const getScan = async (sql: Sql, projectId: string): Promise<Scan | undefined> => {
  const [scan] = await sql.query<Scan>(
    `SELECT groups, scanned_at AS "scannedAt", runner IS NOT NULL AND lease_until > now() AS "isRunning"
       FROM duplicate_scan WHERE project_id = $1`,
    [projectId],
    { prepare: true },
  );
  return scan;
};

/** Begins a scan; false while another one runs. */
export const beginScan = async (sql: Sql, projectId: string, runner: string): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO duplicate_scan AS s (project_id, runner, lease_until)
     VALUES ($1, $2, now() + interval '${LEASE_SECONDS} seconds')
     ON CONFLICT (project_id) DO UPDATE SET runner = EXCLUDED.runner, lease_until = EXCLUDED.lease_until
       WHERE s.runner IS NULL OR s.lease_until <= now()
     RETURNING project_id`,
    [projectId, runner],
  );
  return rows.length > 0;
};

/** Says that a scan lives. */
export const renewScan = async (sql: Sql, projectId: string, runner: string): Promise<void> => {
  await sql.query(
    `UPDATE duplicate_scan SET lease_until = now() + interval '${LEASE_SECONDS} seconds'
      WHERE project_id = $1 AND runner = $2`,
    [projectId, runner],
  );
};

/** Ends a scan and stores its groups. */
export const endScan = async (
  sql: Sql,
  projectId: string,
  runner: string,
  { groups, scannedAt }: { groups: readonly Group[]; scannedAt: Date },
): Promise<void> => {
  await sql.query(
    `UPDATE duplicate_scan SET groups = $3, scanned_at = $4, runner = NULL, lease_until = NULL
      WHERE project_id = $1 AND runner = $2`,
    [projectId, runner, JSON.stringify(groups), scannedAt],
  );
};

/** Ends a failed scan; earlier groups stay. */
export const dropScan = async (sql: Sql, projectId: string, runner: string): Promise<void> => {
  await sql.query(
    'UPDATE duplicate_scan SET runner = NULL, lease_until = NULL WHERE project_id = $1 AND runner = $2',
    [projectId, runner],
  );
};

/** Takes the groups that name one of the tickets out of the latest scan. */
export const removeGroups = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    `UPDATE duplicate_scan SET groups = coalesce((
       SELECT jsonb_agg(g.value ORDER BY g.ordinality)
         FROM jsonb_array_elements(groups) WITH ORDINALITY AS g WHERE NOT g.value -> 'ticketIds' ?| $2::text[]), '[]')
      WHERE project_id = $1`,
    [projectId, ids],
  );
};
