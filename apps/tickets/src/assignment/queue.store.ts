import type { Sql } from '@parley/persistence';
import { viewColumns, viewJoins, type TicketView } from '../core';
import type { TeamKey } from './team-rules';

/** Whether tickets of a team wait. */
export const hasQueue = async (sql: Sql, { projectId, teamId }: TeamKey): Promise<boolean> => {
  const rows = await sql.query(
    'SELECT FROM ticket WHERE project_id = $1 AND processing_team_id = $2 AND queued LIMIT 1',
    [projectId, teamId],
    { prepare: true },
  );
  return rows.length > 0;
};

/** Past while any team has tickets waiting. */
export const WAITING_TEAMS_DUE = `(
  SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM ticket WHERE queued AND processing_team_id IS NOT NULL))`;

const TEAMS = `
WITH RECURSIVE waiting AS (
  (SELECT project_id, processing_team_id FROM ticket WHERE queued AND processing_team_id IS NOT NULL
    ORDER BY project_id, processing_team_id LIMIT 1)
  UNION ALL
  SELECT n.project_id, n.processing_team_id FROM waiting w CROSS JOIN LATERAL (
    SELECT project_id, processing_team_id FROM ticket
     WHERE queued AND processing_team_id IS NOT NULL
       AND (project_id, processing_team_id) > (w.project_id, w.processing_team_id)
     ORDER BY project_id, processing_team_id LIMIT 1) n
)
SELECT project_id AS "projectId", processing_team_id AS "teamId" FROM waiting`;

/** Teams of any project that have tickets waiting; each costs one step in the index, however many tickets wait. */
export const waitingTeams = (sql: Sql): Promise<TeamKey[]> => sql.query<TeamKey>(TEAMS);

const IS_WAITING = 't.project_id = $1 AND t.processing_team_id = $2 AND t.queued';

// Locked in the order of their ids, like all changes of many tickets. A ticket that changed while it was waited for is checked
// again.
const WAITING = `
WITH longest AS MATERIALIZED (
  SELECT t.id FROM ticket t WHERE ${IS_WAITING} ORDER BY t.queued_at, t.id LIMIT $3
)
SELECT ${viewColumns} FROM longest JOIN ticket t USING (id) ${viewJoins} WHERE ${IS_WAITING}
 ORDER BY t.id FOR UPDATE OF t`;

/** Tickets that wait for a team, the longest first, locked. */
export const lockWaiting = async (
  tx: Sql,
  { projectId, teamId }: TeamKey,
  limit: number,
): Promise<TicketView[]> => {
  const rows = await tx.query<TicketView>(WAITING, [projectId, teamId, limit], { prepare: true });
  return rows.sort((a, b) => queuedSince(a) - queuedSince(b));
};

const queuedSince = ({ queuedAt }: TicketView): number => queuedAt?.getTime() ?? 0;
