import type { Role } from '@parley/auth';
import { compileList, type ListQuery, type Sql } from '@parley/persistence';
import { projectList } from './project.fields';

/** A person's access to a project. */
export interface Access {
  organisationId: string;
  /** `admin` for the creator, else the person's own role in the project, else the one in its organisation. */
  role: Role;
  requestLimitPerMinute: number | null;
}

const EFFECTIVE_ROLE = "CASE WHEN p.created_by = $1 THEN 'admin' ELSE coalesce(pm.role, om.role) END";

const MEMBERSHIPS = `
  LEFT JOIN project_member pm ON pm.project_id = p.id AND pm.user_id = $1
  LEFT JOIN organisation_member om ON om.organisation_id = p.organisation_id AND om.user_id = $1`;

const FIND_ACCESS = `
  SELECT p.organisation_id AS "organisationId", ${EFFECTIVE_ROLE} AS role,
         p.request_limit_per_minute AS "requestLimitPerMinute"
  FROM project p ${MEMBERSHIPS}
  WHERE p.id = $2`;

/** A person's access to one project; undefined without any, and without such a project. */
export const findAccess = async (
  sql: Sql,
  userId: string,
  projectId: string,
): Promise<Access | undefined> => {
  const rows = await sql.query<Omit<Access, 'role'> & { role: Role | null }>(
    FIND_ACCESS,
    [userId, projectId],
    { prepare: true },
  );
  const [row] = rows;
  return row?.role ? { ...row, role: row.role } : undefined;
};

const REACHABLE = `WITH reachable AS (
    SELECT id FROM project WHERE created_by = $1
    UNION SELECT project_id FROM project_member WHERE user_id = $1
    UNION SELECT q.id FROM organisation_member m JOIN project q ON q.organisation_id = m.organisation_id
          WHERE m.user_id = $1)`;

/** Every project a person can open, oldest first, with the role there. */
export const listAccess = (sql: Sql, userId: string): Promise<{ id: string; role: Role }[]> =>
  sql.query(
    `${REACHABLE}
     SELECT p.id, ${EFFECTIVE_ROLE} AS role
     FROM reachable r JOIN project p ON p.id = r.id ${MEMBERSHIPS}
     ORDER BY p.id`,
    [userId],
  );

/** Those of the projects a person can open that a list asks for, with the role there. */
export const findAccessible = (
  sql: Sql,
  userId: string,
  query: ListQuery,
): Promise<{ id: string; role: Role }[]> => {
  const params: unknown[] = [userId];
  const { where, orderBy, skip, limit } = compileList(query, projectList, params);
  return sql.query(
    `${REACHABLE}
     SELECT id, role FROM (
       SELECT p.id, p.name, p.organisation_id, p.api_token, p.default_language, p.conversation_url, p.identity_verification,
              p.request_limit_per_minute, p.created_by, p.created_at, p.updated_at, ${EFFECTIVE_ROLE} AS role
       FROM reachable r JOIN project p ON p.id = r.id ${MEMBERSHIPS}) p
     WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};
