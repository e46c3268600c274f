import type { Sql } from '@parley/persistence';

/** Most admins who get a mail. */
const MAX_ADMINS = 20;

/** Disables a webhook; answers its address, or undefined when it was disabled or deleted before. */
export const disableRow = async (
  tx: Sql,
  projectId: string,
  id: string,
  reason: string,
): Promise<string | undefined> => {
  const [row] = await tx.query<{ url: string }>(
    `UPDATE webhook SET enabled = false, disabled_reason = $3, updated_at = now()
     WHERE project_id = $1 AND id = $2 AND enabled AND deleted_at IS NULL RETURNING url`,
    [projectId, id, reason],
  );
  return row?.url;
};

const ADMINS = `WITH admin AS (
    SELECT created_by AS user_id FROM project WHERE id = $1
    UNION SELECT user_id FROM project_member WHERE project_id = $1 AND role = 'admin'
    UNION SELECT om.user_id FROM project p JOIN organisation_member om ON om.organisation_id = p.organisation_id
      WHERE p.id = $1 AND om.role = 'admin' AND NOT EXISTS (
        SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = om.user_id)
  )
  SELECT u.email FROM admin JOIN user_account u ON u.id = admin.user_id
  WHERE u.confirmed ORDER BY u.id LIMIT ${MAX_ADMINS}`;

/** Addresses of a project's admins. */
export const findAdminAddresses = async (sql: Sql, projectId: string): Promise<string[]> =>
  (await sql.query<{ email: string }>(ADMINS, [projectId])).map(({ email }) => email);
