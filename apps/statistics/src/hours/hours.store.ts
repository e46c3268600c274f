import type { OperatingHours } from '@parley/opening-hours';
import type { Sql } from '@parley/persistence';
import { queueRetelling } from '../facts';
import { measureOpenMs, type HoursVersion, type OpenTime } from './open-time';

/** How long teams of a project were open, by all versions of their hours that are known. */
export const readOpenTime = async (sql: Sql, projectId: string): Promise<OpenTime> => {
  const rows = await sql.query<{ teamId: string; since: Date; hours: OperatingHours }>(
    'SELECT team_id AS "teamId", since, hours FROM team_hours WHERE project_id = $1 ORDER BY team_id, since',
    [projectId],
    { prepare: true },
  );
  const versions = new Map<string, HoursVersion[]>();
  for (const { teamId, since, hours } of rows) {
    const known = versions.get(teamId) ?? [];
    known.push({ from: since.getTime(), hours });
    versions.set(teamId, known);
  }
  return (teamId, from, to) =>
    teamId === undefined ? to - from : measureOpenMs(versions.get(teamId) ?? [], from, to);
};

/** Keeps the hours of a team from a time on, unless they are the same as before. Answers whether they are new. */
export const keepHours = async (
  tx: Sql,
  version: { projectId: string; teamId: string; since: Date; hours: OperatingHours },
): Promise<boolean> => {
  const { projectId, teamId, since, hours } = version;
  const rows = await tx.query(
    `INSERT INTO team_hours (project_id, team_id, since, hours)
     SELECT $1, $2, $3, $4::jsonb
      WHERE $4::jsonb IS DISTINCT FROM (SELECT hours FROM team_hours
              WHERE project_id = $1 AND team_id = $2 AND since <= $3 ORDER BY since DESC LIMIT 1)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [projectId, teamId, since, JSON.stringify(hours)],
  );
  return rows.length > 0;
};

/** Queues tickets with spans in a team with late opening hours, so that their facts are computed again. */
export const markStale = async (
  tx: Sql,
  { projectId, teamId, since }: { projectId: string; teamId: string; since: Date },
  now: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO stale_ticket (project_id, ticket_id)
     SELECT DISTINCT $1, ticket_id FROM fact
      WHERE project_id = $1 AND team_id = $2 AND ms IS NOT NULL AND ticket_id IS NOT NULL
        AND (at >= $3 OR (SELECT count(*) FROM team_hours WHERE project_id = $1 AND team_id = $2) = 1)
     ON CONFLICT DO NOTHING`,
    [projectId, teamId, since],
  );
  await queueRetelling(tx, projectId, now);
};
