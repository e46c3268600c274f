import type { Sql } from '@parley/persistence';

/** Keeps a team's name. */
export const keepTeam = async (
  sql: Sql,
  projectId: string,
  { id, name }: { id: string; name: string },
): Promise<void> => {
  await sql.query(
    `INSERT INTO team (project_id, id, name, deleted) VALUES ($1, $2, $3, false)
     ON CONFLICT (project_id, id) DO UPDATE SET name = excluded.name WHERE NOT team.deleted`,
    [projectId, id, name],
  );
};

/** A deleted team keeps its id alone. */
export const deleteTeam = async (sql: Sql, projectId: string, id: string): Promise<void> => {
  await sql.query(
    `INSERT INTO team (project_id, id, name, deleted) VALUES ($1, $2, '', true)
     ON CONFLICT (project_id, id) DO UPDATE SET name = '', deleted = true`,
    [projectId, id],
  );
};

/** Names of teams by id, as people read them. */
export const teamNames = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ id: string; name: string; deleted: boolean }>(
    'SELECT id, name, deleted FROM team WHERE project_id = $1 AND id = ANY ($2)',
    [projectId, ids],
  );
  return new Map(rows.map(({ id, name, deleted }) => [id, deleted ? 'Deleted team' : name]));
};
