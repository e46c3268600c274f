import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Whether a contact's copy is kept; if so, no new writer can use it before the transaction ends. */
export const keepsContact = async (tx: Sql, projectId: string, contactId: string): Promise<boolean> => {
  const rows = await tx.query(
    'SELECT id FROM contact_reference WHERE project_id = $1 AND id = $2 FOR UPDATE',
    [projectId, contactId],
    prepare,
  );
  return rows.length > 0;
};

/** Some of a contact's tickets, those after a given one in the order of their ids. */
export const ticketsOfContactAfter = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  after: string,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND session_id = $2 AND id > $3 ORDER BY id LIMIT $4',
    [projectId, contactId, after, limit],
    prepare,
  );
  return rows.map(({ id }) => id);
};

/** Changes the actor of the contact's history entries to the contact it was merged into. */
export const moveHistory = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
  contactId: string,
  heirId: string,
): Promise<void> => {
  await tx.query(
    `UPDATE ticket_history SET actor = jsonb_set(actor, '{id}', to_jsonb($4::text))
      WHERE project_id = $1 AND ticket_id = ANY ($2::text[]) AND actor ->> 'type' = 'contact' AND actor ->> 'id' = $3`,
    [projectId, ticketIds, contactId, heirId],
    prepare,
  );
};

/** Changes the author of the contact's messages, in any ticket, to the contact it was merged into. */
export const moveMessages = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  heirId: string,
): Promise<void> => {
  await tx.query(
    'UPDATE message SET session_id = $3 WHERE project_id = $1 AND session_id = $2',
    [projectId, contactId, heirId],
    prepare,
  );
};

/** Tickets of one contact in which the other wrote, or that are merged into a ticket of the other. */
export const mixedTickets = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  heirId: string,
): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT t.id FROM message m JOIN ticket t ON t.project_id = m.project_id AND t.id = m.ticket_id
      WHERE m.project_id = $1 AND m.session_id = ANY ($2::text[]) AND t.session_id = ANY ($2::text[])
        AND m.session_id <> t.session_id
     UNION
     SELECT t.id FROM ticket t JOIN ticket d ON d.project_id = t.project_id AND d.id = t.duplicate_of_id
      WHERE t.project_id = $1 AND t.session_id = ANY ($2::text[]) AND d.session_id = ANY ($2::text[])
        AND d.session_id <> t.session_id`,
    [projectId, [contactId, heirId]],
    prepare,
  );
  return rows.map(({ id }) => id);
};
