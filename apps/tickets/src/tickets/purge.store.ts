import type { Sql } from '@parley/persistence';

/** Some of a contact's tickets, at most `limit`. */
export const ticketsOfContact = async (
  sql: Sql,
  projectId: string,
  contactId: string,
  limit: number,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND session_id = $2 ORDER BY id LIMIT $3',
    [projectId, contactId, limit],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};

/** Removes a contact's messages in tickets of others, with their threads; answers those tickets. */
export const deleteMessagesOfContact = async (
  tx: Sql,
  projectId: string,
  contactId: string,
): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `WITH gone AS (
       DELETE FROM message WHERE project_id = $1 AND id IN (
         SELECT id FROM message WHERE project_id = $1 AND session_id = $2
         UNION SELECT r.id FROM message m JOIN message r ON r.project_id = m.project_id AND r.reply_to_id = m.id
          WHERE m.project_id = $1 AND m.session_id = $2) RETURNING ticket_id)
     SELECT DISTINCT ticket_id AS id FROM gone ORDER BY ticket_id`,
    [projectId, contactId],
  );
  return rows.map(({ id }) => id);
};

/** The tickets and those that they are merged into, in the order of their ids. */
export const withMains = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT unnest($2::text[]) AS id UNION
     SELECT duplicate_of_id FROM ticket
      WHERE project_id = $1 AND id = ANY ($2::text[]) AND duplicate_of_id IS NOT NULL ORDER BY id`,
    [projectId, ids],
  );
  return rows.map(({ id }) => id);
};

/** Histories of other tickets keep that a contact acted, but not its id; former contacts of a ticket are removed. */
export const forgetInHistories = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  for (const statement of [
    `UPDATE ticket_history SET actor = actor - 'id'
      WHERE project_id = $1 AND actor ->> 'type' = 'contact' AND actor ->> 'id' = $2`,
    `UPDATE ticket_history SET from_value = NULL
      WHERE project_id = $1 AND field = 'session' AND from_value #>> '{}' = $2`,
    `UPDATE ticket_history SET to_value = NULL
      WHERE project_id = $1 AND field = 'session' AND to_value #>> '{}' = $2`,
    `UPDATE ticket SET created_by = created_by - 'id'
      WHERE project_id = $1 AND created_by ->> 'type' = 'contact' AND created_by ->> 'id' = $2
        AND created_by ->> 'id' IS DISTINCT FROM session_id`,
  ])
    await tx.query(statement, [projectId, contactId]);
};
