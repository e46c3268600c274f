import type { Sql } from '@parley/persistence';

/** Tickets of a contact, in order. */
export const ticketsOfContact = async (sql: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND contact_id = $2 ORDER BY id',
    [projectId, contactId],
  );
  return rows.map(({ id }) => id);
};

/** Tickets with a contact in their history: those with facts by these. */
const NAMING = `SELECT ticket_id FROM fact WHERE project_id = $1 AND actor_id = $2 AND actor_type = 'contact' AND ticket_id IS NOT NULL
  UNION SELECT ticket_id FROM silent_name WHERE project_id = $1 AND contact_id = $2`;

/** Tickets that a contact created, wrote in or changed, in order. */
export const ticketsThatName = async (sql: Sql, projectId: string, contactId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(`SELECT ticket_id AS id FROM (${NAMING}) AS n ORDER BY 1`, [
    projectId,
    contactId,
  ]);
  return rows.map(({ id }) => id);
};

/** Gives all that is known of a contact to the one that it turned out to be. */
export const giveToHeir = async (tx: Sql, projectId: string, from: string, to: string): Promise<void> => {
  const tickets = await tx.query<{ id: string }>(
    `SELECT ticket_id AS id FROM ticket_story WHERE project_id = $1 AND ticket_id IN (
       SELECT id FROM ticket WHERE project_id = $1 AND contact_id = $2
       UNION ${NAMING})
      ORDER BY 1 FOR UPDATE`,
    [projectId, from],
  );
  // Ids of contacts are 24 hex digits and stand in a story as whole values.
  await tx.query(
    `UPDATE ticket_story SET story = replace(story::text, to_json($3::text)::text, to_json($4::text)::text)::jsonb
      WHERE project_id = $1 AND ticket_id = ANY ($2)`,
    [projectId, tickets.map(({ id }) => id), from, to],
  );
  await tx.query(
    `INSERT INTO silent_name (project_id, ticket_id, contact_id)
     SELECT project_id, ticket_id, $3 FROM silent_name WHERE project_id = $1 AND contact_id = $2 ON CONFLICT DO NOTHING`,
    [projectId, from, to],
  );
  await tx.query('DELETE FROM silent_name WHERE project_id = $1 AND contact_id = $2', [projectId, from]);
  for (const [table, column, also] of [
    ['ticket', 'contact_id', ''],
    ['fact', 'contact_id', ''],
    ['fact', 'actor_id', " AND actor_type = 'contact'"],
    ['mail', 'contact_id', ''],
  ])
    await tx.query(`UPDATE ${table} SET ${column} = $3 WHERE project_id = $1 AND ${column} = $2${also}`, [
      projectId,
      from,
      to,
    ]);
};
