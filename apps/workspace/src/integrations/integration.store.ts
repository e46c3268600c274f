import type { Sql } from '@parley/persistence';

/** The sealed credentials of a project's integration, null when it is not set up; undefined without such a project. */
export const findIntegration = async (
  sql: Sql,
  projectId: string,
  provider: string,
): Promise<string | null | undefined> => {
  const [row] = await sql.query<{ sealed: string | null }>(
    'SELECT integrations ->> $2 AS sealed FROM project WHERE id = $1',
    [projectId, provider],
    { prepare: true },
  );
  return row?.sealed;
};
