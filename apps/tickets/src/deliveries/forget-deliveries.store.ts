import type { Sql } from '@parley/persistence';

/**
 * Takes the address of a deleted contact out of the deliveries of tickets that were once its own, and cancels mails to it. Their
 * histories name them, so it comes before those are changed.
 */
export const forgetInDeliveries = async (tx: Sql, projectId: string, contactId: string): Promise<void> => {
  const contact = `SELECT email FROM contact_reference WHERE project_id = $1 AND id = $2 AND email IS NOT NULL`;
  const tickets = `SELECT ticket_id FROM ticket_history WHERE project_id = $1 AND field = 'session' AND from_value #>> '{}' = $2
    UNION SELECT ticket_id FROM ticket_history WHERE project_id = $1 AND field = 'session' AND to_value #>> '{}' = $2`;
  await tx.query(
    `UPDATE message m SET delivery = (SELECT coalesce(jsonb_agg(d ORDER BY n), '[]')
         FROM jsonb_array_elements(m.delivery) WITH ORDINALITY d(d, n) WHERE d ->> 'address' <> c.email)
       FROM (${contact}) c
      WHERE m.project_id = $1 AND m.ticket_id IN (${tickets})
        AND m.delivery @> jsonb_build_array(jsonb_build_object('address', c.email))`,
    [projectId, contactId],
  );
  await tx.query(
    `DELETE FROM mail_job j USING (${contact}) c
      WHERE j.project_id = $1 AND j.aggregate_id IN (${tickets}) AND j.mail #>> '{to,address}' = c.email`,
    [projectId, contactId],
  );
};
