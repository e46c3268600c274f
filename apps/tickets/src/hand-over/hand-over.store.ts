import type { Sql } from '@parley/persistence';
import { LISTED } from '../core';

/** A person in a project. */
export interface PersonKey {
  projectId: string;
  userId: string;
}

// The first conditions are those of the partial index of work.
const OPEN_OF = `t.project_id = $1 AND t.processing_user_id = $2 AND t.status <> 'DONE' AND ${LISTED}
  AND t.status = 'OPEN'`;

/** Teams of a person's open tickets. */
export const teamsOfOpenTickets = async (sql: Sql, { projectId, userId }: PersonKey): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT t.processing_team_id AS id FROM ticket t WHERE ${OPEN_OF} AND t.processing_team_id IS NOT NULL`,
    [projectId, userId],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};

/** A person's open tickets of teams, oldest first. */
export const findOpenTickets = async (
  sql: Sql,
  { projectId, userId }: PersonKey,
  teamIds: readonly string[],
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT t.id FROM ticket t WHERE ${OPEN_OF} AND t.processing_team_id = ANY ($3::text[]) ORDER BY t.id LIMIT $4`,
    [projectId, userId, teamIds, limit],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};
