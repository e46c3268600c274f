import type { Sql } from '@parley/persistence';

/** A person or service account with access to a project. */
export interface MemberRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  userType: string;
}

const MEMBERS = `
  SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
         u.profile_image_url AS "profileImageUrl", u.user_type AS "userType"
  FROM project p JOIN user_account u ON u.id = ANY ($2::text[])
  WHERE p.id = $1 AND (p.created_by = u.id
    OR EXISTS (SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = u.id)
    OR EXISTS (SELECT FROM organisation_member om
               WHERE om.organisation_id = p.organisation_id AND om.user_id = u.id))
  UNION ALL
  SELECT s.id, '', s.name, NULL, NULL, 'service_account'
  FROM service_account s WHERE s.project_id = $1 AND s.id = ANY ($2::text[])
  ORDER BY id`;

/** Those among the ids that have access to the project, by id. */
export const findMembers = (sql: Sql, projectId: string, ids: readonly string[]): Promise<MemberRow[]> =>
  sql.query(MEMBERS, [projectId, ids], { prepare: true });
