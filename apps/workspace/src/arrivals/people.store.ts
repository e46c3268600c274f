import type { Sql } from '@parley/persistence';
import type { MemberRow } from '../users';

/** Where a page of rows by project and id begins. */
export interface Place {
  projectId: string;
  id: string;
}

/** Before the first row. */
export const START: Place = { projectId: '', id: '' };

/** A person in a project. */
export interface PersonRow extends MemberRow {
  projectId: string;
  available: boolean;
  unavailableProjects: string[];
}

const PEOPLE = `
SELECT a.project_id AS "projectId", u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
       u.profile_image_url AS "profileImageUrl", u.user_type AS "userType", u.available,
       u.unavailable_projects AS "unavailableProjects"
  FROM (
    SELECT id AS project_id, created_by AS user_id FROM project WHERE id = ANY ($1::text[])
    UNION SELECT project_id, user_id FROM project_member WHERE project_id = ANY ($1::text[])
    UNION SELECT p.id, m.user_id FROM project p JOIN organisation_member m ON m.organisation_id = p.organisation_id
           WHERE p.id = ANY ($1::text[])) a
  JOIN user_account u ON u.id = a.user_id
 WHERE ($2::text IS NULL OR u.id = $2) AND (a.project_id, a.user_id) > ($3, $4)
 ORDER BY a.project_id, a.user_id LIMIT $5`;

/** What narrows people down. */
export interface PeopleQuery {
  projectIds: readonly string[];
  /** This person alone. */
  userId?: string | undefined;
  after?: Place;
  limit?: number;
}

/** People with access to projects, by project and id; everyone once in each. */
export const findPeople = (
  sql: Sql,
  { projectIds, userId, after = START, limit }: PeopleQuery,
): Promise<PersonRow[]> =>
  sql.query<PersonRow>(PEOPLE, [projectIds, userId ?? null, after.projectId, after.id, limit ?? null]);

/** Projects of an organisation, by id. */
export const findOrganisationProjects = async (sql: Sql, organisationId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM project WHERE organisation_id = $1 ORDER BY id',
    [organisationId],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};
