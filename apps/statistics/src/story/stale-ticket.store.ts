import type { Sql } from '@parley/persistence';

/** Queues tickets, to make their facts again. */
export const markStale = async (tx: Sql, projectId: string, ticketIds: readonly string[]): Promise<void> => {
  await tx.query(
    `INSERT INTO stale_ticket (project_id, ticket_id) SELECT $1, id FROM unnest($2::text[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING`,
    [projectId, ticketIds],
  );
};

/** Removes the first of the queued tickets of a project; answers their ids. */
export const takeStale = async (tx: Sql, projectId: string, limit: number): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `DELETE FROM stale_ticket WHERE project_id = $1 AND ticket_id IN (
       SELECT ticket_id FROM stale_ticket WHERE project_id = $1 ORDER BY ticket_id LIMIT $2)
     RETURNING ticket_id AS id`,
    [projectId, limit],
  );
  return rows.map(({ id }) => id);
};

/** How many tickets are queued, of all projects. */
export const countStale = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>('SELECT count(*) AS count FROM stale_ticket');
  return row?.count ?? 0;
};
