import type { Sql } from '@parley/persistence';

/** The contact of a session, and whether it may not write; undefined when there is none. */
export const findWriter = async (
  sql: Sql,
  projectId: string,
  svcId: string,
): Promise<{ id: string; blocked: boolean } | undefined> => {
  const [row] = await sql.query<{ id: string; blocked: boolean }>(
    'SELECT id, blocked FROM contact WHERE project_id = $1 AND svc_id = $2 AND deleted_at IS NULL',
    [projectId, svcId],
    { prepare: true },
  );
  return row;
};
