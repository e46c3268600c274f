import type { Database, Sql } from '@parley/persistence';
import { removeFromGroups } from '../core';

/** Feature requests that ask for the same, the suggested main one first. */
export interface Group {
  ticketIds: string[];
  similarity: number;
}

/** Name of the job. */
export const SCAN = 'scan for duplicates';

/** The latest scan of a project, and its job. */
export interface Scan {
  groups: Group[];
  /** Null when there was never one. */
  scannedAt: Date | null;
  /** State of the job; null when the latest one succeeded. */
  job: string | null;
  /** Whether it runs, or is about to. */
  isRunning: boolean;
}

const SCANS = `
SELECT COALESCE(s.groups, '[]') AS groups, s.scanned_at AS "scannedAt", j.status AS job,
       COALESCE(j.status IN ('ready', 'taken') OR j.status = 'waiting' AND j.error IS NULL, false) AS "isRunning"
  FROM (SELECT $1::text AS project_id) p
  LEFT JOIN duplicate_scan s ON s.project_id = p.project_id
  LEFT JOIN job j ON j.name = '${SCAN}' AND j.project_id = p.project_id AND j.key = ''`;

/** The latest scan of a project. */
export const getScan = async (sql: Sql, projectId: string): Promise<Scan> => {
  const [scan] = await sql.query<Scan>(SCANS, [projectId], { prepare: true });
  return scan as Scan;
};

/** Stores the groups of a scan, without tickets that were deleted in the meantime. */
export const insertScan = (
  db: Pick<Database, 'transaction'>,
  projectId: string,
  { groups, scannedAt }: { groups: readonly Group[]; scannedAt: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    // A deletion waits for the end of this transaction and then finds the ticket in the groups.
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR KEY SHARE',
      [projectId, groups.flatMap(({ ticketIds }) => ticketIds)],
    );
    const there = new Set(rows.map(({ id }) => id));
    await tx.query(
      `INSERT INTO duplicate_scan (project_id, groups, scanned_at) VALUES ($1, $2, $3)
       ON CONFLICT (project_id) DO UPDATE SET groups = EXCLUDED.groups, scanned_at = EXCLUDED.scanned_at`,
      [projectId, JSON.stringify(groups), scannedAt],
    );
    const gone = groups.flatMap(({ ticketIds }) => ticketIds.filter((id) => !there.has(id)));
    await removeFromGroups(tx, projectId, gone);
  });

/** Takes the groups of merged tickets out of the latest scan. */
export const removeMergedGroups = async (
  tx: Sql,
  projectId: string,
  merged: readonly string[],
): Promise<void> => {
  const { groups } = await getScan(tx, projectId);
  const left = groups.filter(({ ticketIds }) => ticketIds.some((id) => merged.includes(id)));
  await removeFromGroups(
    tx,
    projectId,
    left.flatMap(({ ticketIds }) => ticketIds),
  );
};
