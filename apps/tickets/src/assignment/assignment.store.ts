import type { Sql } from '@parley/persistence';
import { type UserRecord, LISTED } from '../core';
import type { LastChoice } from './choose-member';
import type { TeamKey } from './team-rules';

/** What keeps a ticket from being work, over `t`. The text is that of the partial index. */
export const WORK = `t.status <> 'DONE' AND ${LISTED}`;

/**
 * Takes the numbers of the next choices in a project. No other team of the project chooses until the transaction ends.
 * So no member is skipped, gets two turns, or more tickets than the limit.
 *
 * @returns The last number that was taken before.
 */
export const lockChoices = async (tx: Sql, projectId: string, count: number): Promise<number> => {
  const [row] = await tx.query<{ before: number }>(
    `INSERT INTO assignment_sequence AS s (project_id, value) VALUES ($1, $2)
     ON CONFLICT (project_id) DO UPDATE SET value = s.value + $2
     RETURNING (value - $2)::double precision AS before`,
    [projectId, count],
    { prepare: true },
  );
  return row?.before ?? 0;
};

/** A member's state in the database. */
export interface MemberState {
  id: string;
  load: number;
  turn: number;
}

/** The members' loads and turns. Snoozed tickets count only when asked for. */
export const memberStates = (
  sql: Sql,
  projectId: string,
  userIds: readonly string[],
  countsSnoozed: boolean,
): Promise<MemberState[]> =>
  sql.query<MemberState>(
    `SELECT m.id, coalesce(l.load, 0)::integer AS load, coalesce(r.turn, 0)::double precision AS turn
       FROM unnest($2::text[]) WITH ORDINALITY AS m (id, position)
       LEFT JOIN member_turn r ON r.project_id = $1 AND r.user_id = m.id
       CROSS JOIN LATERAL (
         SELECT count(*) AS load FROM ticket t
          WHERE t.project_id = $1 AND t.processing_user_id = m.id AND ${WORK}
            AND ($3::boolean OR t.status <> 'SNOOZED')
       ) l
      ORDER BY m.position`,
    [projectId, userIds, countsSnoozed],
    { prepare: true },
  );

/** The last choice of a team. */
export const lastChoice = async (
  sql: Sql,
  { projectId, teamId }: TeamKey,
): Promise<LastChoice | undefined> => {
  const [row] = await sql.query<LastChoice>(
    'SELECT user_id AS "userId", position FROM team_turn WHERE project_id = $1 AND team_id = $2',
    [projectId, teamId],
    { prepare: true },
  );
  return row;
};

/** Choices that were made under one lock. */
export interface Choices extends TeamKey {
  last: LastChoice;
  /** Each person who was chosen, with the number of the latest choice. */
  turns: readonly { user: UserRecord; turn: number }[];
}

/** Stores a team's choices, and the copies that documents show. */
export const saveChoices = async (tx: Sql, { projectId, teamId, last, turns }: Choices): Promise<void> => {
  const people = turns.map(({ user, turn }) => ({
    project_id: projectId,
    user_id: user.id,
    turn,
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    profile_image_url: user.profileImageUrl,
    user_type: user.userType,
  }));
  await tx.query(
    `WITH pointed AS (
       INSERT INTO team_turn (project_id, team_id, user_id, position) VALUES ($1, $2, $3, $4)
       ON CONFLICT (project_id, team_id) DO UPDATE SET user_id = $3, position = $4
     ), shown AS (
       INSERT INTO user_reference AS u (project_id, id, email, first_name, last_name, profile_image_url, user_type)
       SELECT project_id, id, email, first_name, last_name, profile_image_url, user_type
         FROM json_populate_recordset(NULL::user_reference, $5::json) ORDER BY id
       ON CONFLICT (project_id, id) DO UPDATE SET email = EXCLUDED.email, first_name = EXCLUDED.first_name,
         last_name = EXCLUDED.last_name, profile_image_url = EXCLUDED.profile_image_url,
         user_type = EXCLUDED.user_type
       WHERE (u.email, u.first_name, u.last_name, u.profile_image_url, u.user_type) IS DISTINCT FROM
         (EXCLUDED.email, EXCLUDED.first_name, EXCLUDED.last_name, EXCLUDED.profile_image_url, EXCLUDED.user_type)
     )
     INSERT INTO member_turn (project_id, user_id, turn)
     SELECT project_id, user_id, turn FROM json_populate_recordset(NULL::member_turn, $5::json) ORDER BY user_id
     ON CONFLICT (project_id, user_id) DO UPDATE SET turn = EXCLUDED.turn`,
    [projectId, teamId, last.userId, last.position, JSON.stringify(people)],
    { prepare: true },
  );
};
