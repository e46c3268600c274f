import type { Role } from '@parley/auth';
import { compileList, type ListQuery, type Sql } from '@parley/persistence';
import type { Store } from '../db';
import { memberList } from './member.fields';

/** A person with access to a project. */
export interface ProjectMemberRow {
  id: string;
  email: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  /** Where the access comes from. */
  type: 'project' | 'organisation';
  role: Role;
  /** Of the account. */
  createdAt: Date;
}

/** Those of everyone with access to a project that a list asks for. */
export const listMemberRows = (
  sql: Sql,
  projectId: string,
  query: ListQuery,
): Promise<ProjectMemberRow[]> => {
  const params: unknown[] = [projectId];
  const { where, orderBy, skip, limit } = compileList(query, memberList, params);
  return sql.query(
    `WITH access AS (
       SELECT created_by AS user_id FROM project WHERE id = $1
       UNION SELECT user_id FROM project_member WHERE project_id = $1
       UNION SELECT m.user_id FROM project q JOIN organisation_member m ON m.organisation_id = q.organisation_id
             WHERE q.id = $1)
     SELECT * FROM (SELECT u.id, u.email, u.name, u.first_name AS "firstName", u.last_name AS "lastName",
            u.profile_image_url AS "profileImageUrl", u.created_at AS "createdAt",
            CASE WHEN p.created_by = u.id OR pm.role IS NOT NULL THEN 'project' ELSE 'organisation' END AS type,
            CASE WHEN p.created_by = u.id THEN 'admin' ELSE coalesce(pm.role, om.role) END AS role
     FROM access a
     JOIN user_account u ON u.id = a.user_id
     JOIN project p ON p.id = $1
     LEFT JOIN project_member pm ON pm.project_id = p.id AND pm.user_id = u.id
     LEFT JOIN organisation_member om ON om.organisation_id = p.organisation_id AND om.user_id = u.id
     ) m WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** Whether a person created the project or is a direct member of it. */
export const isCreatorOrMember = async (
  store: Store,
  projectId: string,
  userId: string,
): Promise<boolean> => {
  const where = { id: projectId, OR: [{ createdBy: userId }, { members: { some: { userId } } }] };
  return (await store.prisma.project.count({ where })) > 0;
};

/** Changes the role of a direct member; answers false when the person is none. */
export const setMemberRole = async (
  store: Store,
  projectId: string,
  userId: string,
  role: Role,
): Promise<boolean> =>
  (await store.prisma.projectMember.updateMany({ where: { projectId, userId }, data: { role } })).count > 0;

/** Makes a person a direct member; answers false when the person is one already. */
export const insertMember = async (
  store: Store,
  projectId: string,
  userId: string,
  role: Role,
): Promise<boolean> => {
  const { count } = await store.prisma.projectMember.createMany({
    data: [{ projectId, userId, role }],
    skipDuplicates: true,
  });
  return count > 0;
};

/** Takes a direct member out of a project; answers false when the person is none. */
export const deleteMember = async (store: Store, projectId: string, userId: string): Promise<boolean> =>
  (await store.prisma.projectMember.deleteMany({ where: { projectId, userId } })).count > 0;
