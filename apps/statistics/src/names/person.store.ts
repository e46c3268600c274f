import type { Sql } from '@parley/persistence';
import type { Presence } from '@parley/proto/generated/parley/workspace/v1/roster_service';

/** A person of a project. */
export interface Person {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  imageUrl: string | null;
  userType: string;
  isMember: boolean;
  isAvailable: boolean;
  seenAt: Date | null;
}

const COLUMNS = `id, email, first_name AS "firstName", last_name AS "lastName", image_url AS "imageUrl",
  user_type AS "userType", is_member AS "isMember", is_available AS "isAvailable", seen_at AS "seenAt"`;

const isAvailableIn = (projectId: string, { available, unavailableProjects }: Partial<Presence>): boolean =>
  (available ?? false) && !(unavailableProjects ?? []).includes(projectId);

/** Keeps a person who is in a project now. */
export const keepPerson = async (sql: Sql, projectId: string, person: Presence): Promise<void> => {
  const { user } = person;
  if (!user) return;
  await sql.query(
    `INSERT INTO person (project_id, id, email, first_name, last_name, image_url, user_type, is_member, is_available)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8)
     ON CONFLICT (project_id, id) DO UPDATE SET email = excluded.email, first_name = excluded.first_name,
       last_name = excluded.last_name, image_url = excluded.image_url, user_type = excluded.user_type,
       is_member = true, is_available = excluded.is_available`,
    [
      projectId,
      user.id,
      user.email,
      user.firstName ?? null,
      user.lastName ?? null,
      user.profileImageUrl ?? null,
      user.userType,
      isAvailableIn(projectId, person),
    ],
  );
};

/** Keeps a person's names and availability in every project. */
export const refreshPerson = async (sql: Sql, person: Partial<Presence>): Promise<void> => {
  const { user, available, unavailableProjects } = person;
  if (!user) return;
  await sql.query(
    `UPDATE person SET email = $2, first_name = $3, last_name = $4, image_url = $5,
            is_available = CASE WHEN $6::boolean IS NULL THEN is_available
                           ELSE $6 AND NOT project_id = ANY ($7::text[]) END
      WHERE id = $1`,
    [
      user.id,
      user.email,
      user.firstName ?? null,
      user.lastName ?? null,
      user.profileImageUrl ?? null,
      available ?? null,
      unavailableProjects ?? [],
    ],
  );
};

/** A person who left keeps the past figures, and the name in them. */
export const removeMember = async (sql: Sql, projectId: string, id: string): Promise<void> => {
  await sql.query('UPDATE person SET is_member = false WHERE project_id = $1 AND id = $2', [projectId, id]);
};

/** People by id, and members that are not among these when `withMembers` is set. No service accounts among members. */
export const findPeople = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  withMembers = false,
): Promise<Person[]> =>
  sql.query<Person>(
    `SELECT ${COLUMNS} FROM person WHERE project_id = $1
        AND (id = ANY ($2) OR ($3 AND is_member AND user_type <> 'service_account'))`,
    [projectId, ids, withMembers],
  );

/** People who are online: members, available, and heard of since a time. */
export const findOnline = (sql: Sql, projectId: string, since: Date): Promise<Person[]> =>
  sql.query<Person>(
    `SELECT ${COLUMNS} FROM person
      WHERE project_id = $1 AND is_member AND is_available AND user_type <> 'service_account' AND seen_at >= $2`,
    [projectId, since],
  );

/** Notes when people were heard of; never an earlier time. Answers those of them who are known. */
export const noteSeen = (
  sql: Sql,
  seen: readonly { projectId: string; userId: string; at: string }[],
): Promise<{ projectId: string; userId: string }[]> =>
  sql.query(
    `WITH s AS (
       SELECT p.project_id, p.id, s.at FROM person p
         JOIN json_to_recordset($1::json) AS s ("projectId" text, "userId" text, at timestamptz)
           ON p.project_id = s."projectId" AND p.id = s."userId"
        ORDER BY p.project_id, p.id FOR UPDATE OF p)
     UPDATE person p SET seen_at = GREATEST(p.seen_at, s.at)
       FROM s WHERE p.project_id = s.project_id AND p.id = s.id
     RETURNING p.project_id AS "projectId", p.id AS "userId"`,
    [JSON.stringify(seen)],
  );

/** The type name of a service account. */
export const SERVICE_ACCOUNT = 'service_account';

/** Keeps which of those who act are service accounts; their names are asked for when they are read. */
export const keepServices = async (
  sql: Sql,
  projectId: string,
  facts: readonly { actorType?: string; actorId?: string }[],
): Promise<void> => {
  const ids = facts.flatMap(({ actorType, actorId }) => (actorType === 'service' ? (actorId ?? []) : []));
  if (ids.length === 0) return;
  await sql.query(
    `INSERT INTO person (project_id, id, user_type, is_member, is_available)
     SELECT $1, id, '${SERVICE_ACCOUNT}', false, false FROM unnest($2::text[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
    [projectId, [...new Set(ids)]],
    { prepare: true },
  );
};

/** Service accounts of a project, by their ids. */
export const findServices = async (sql: Sql, projectId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM person WHERE project_id = $1 AND user_type = $2 ORDER BY id',
    [projectId, SERVICE_ACCOUNT],
  );
  return rows.map(({ id }) => id);
};
