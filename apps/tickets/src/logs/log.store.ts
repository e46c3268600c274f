import type { Sql } from '@parley/persistence';

/** One log of a ticket, null when it has none; undefined when there is no such ticket. */
export const findLog = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  field: string,
): Promise<{ log: unknown } | undefined> => {
  const [row] = await sql.query<{ log: unknown }>(
    'SELECT logs -> $3 AS log FROM ticket WHERE project_id = $1 AND id = $2',
    [projectId, ticketId, field],
    { prepare: true },
  );
  return row;
};
