import type { Sql } from '@parley/persistence';
import { WORK } from '../assignment';

/** A person who left a project, or a team that was deleted. */
export interface Departure {
  projectId: string;
  kind: 'member' | 'team';
  id: string;
}

/** Records that a person left or a team was deleted. */
export const keepDeparture = async (
  tx: Sql,
  { projectId, kind, id }: Departure,
  since: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO departure (project_id, kind, id, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (project_id, kind, id) DO UPDATE SET since = EXCLUDED.since`,
    [projectId, kind, id, since],
  );
};

/** Deletes the record of a person who came back. */
export const forgetDeparture = async (sql: Sql, { projectId, kind, id }: Departure): Promise<void> => {
  await sql.query('DELETE FROM departure WHERE project_id = $1 AND kind = $2 AND id = $3', [
    projectId,
    kind,
    id,
  ]);
};

/** Forgets deleted teams since before a time of which no ticket is left: no ticket takes them any more. */
export const forgetOldTeams = async (sql: Sql, before: Date): Promise<void> => {
  await sql.query(
    `DELETE FROM departure d WHERE d.kind = 'team' AND d.since < $1 AND NOT EXISTS (
       SELECT FROM ticket t WHERE t.project_id = d.project_id AND t.processing_team_id = d.id)`,
    [before],
    { prepare: true },
  );
};

const TEAM_TICKETS = 'SELECT FROM ticket t WHERE t.project_id = d.project_id AND t.processing_team_id = d.id';
const MEMBER_TICKETS = `SELECT FROM ticket t
  WHERE t.project_id = d.project_id AND t.processing_user_id = d.id AND ${WORK}`;

const IS_OPEN = `CASE d.kind WHEN 'team' THEN EXISTS (${TEAM_TICKETS}) ELSE EXISTS (${MEMBER_TICKETS}) END`;

/** Past while there is work for a departure. */
export const DEPARTURES_DUE = `(SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM departure d WHERE ${IS_OPEN}))`;

/** Departures with work to do: tickets of the team, or open work of the person. */
export const openDepartures = (sql: Sql, limit: number): Promise<Departure[]> =>
  sql.query<Departure>(
    `SELECT d.project_id AS "projectId", d.kind, d.id FROM departure d
      WHERE ${IS_OPEN}
      ORDER BY d.since LIMIT $1`,
    [limit],
    { prepare: true },
  );

/** Tickets of a team, done ones too, by id. */
export const ticketsOfTeam = async (
  sql: Sql,
  { projectId, id }: Departure,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND processing_team_id = $2 ORDER BY id LIMIT $3',
    [projectId, id, limit],
    { prepare: true },
  );
  return rows.map((row) => row.id);
};

/** A person's work, with its teams. */
export const findWork = (
  sql: Sql,
  { projectId, id }: Departure,
  limit: number,
): Promise<{ id: string; teamId: string | null }[]> =>
  sql.query(
    `SELECT t.id, t.processing_team_id AS "teamId" FROM ticket t
      WHERE t.project_id = $1 AND t.processing_user_id = $2 AND ${WORK} LIMIT $3`,
    [projectId, id, limit],
    { prepare: true },
  );
