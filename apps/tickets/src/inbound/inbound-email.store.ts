import type { Sql } from '@parley/persistence';

/** The ticket and message made from a mail. */
export interface InboundEmailRow {
  ticketId: string;
  messageId: string;
}

/** The rows made from the mail with a key; undefined when it has not been received. */
export const findReceived = async (
  sql: Sql,
  projectId: string,
  key: string,
): Promise<InboundEmailRow | undefined> => {
  const [row] = await sql.query<InboundEmailRow>(
    `SELECT ticket_id AS "ticketId", message_id AS "messageId" FROM inbound_email
      WHERE project_id = $1 AND email_id = $2`,
    [projectId, key],
    { prepare: true },
  );
  return row;
};

/** Records the rows made from a mail; false when another process has received it before. */
export const insertReceived = async (
  tx: Sql,
  projectId: string,
  key: string,
  { ticketId, messageId, at }: InboundEmailRow & { at: Date },
): Promise<boolean> => {
  const rows = await tx.query(
    `INSERT INTO inbound_email (project_id, email_id, ticket_id, message_id, created_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (project_id, email_id) DO NOTHING RETURNING email_id`,
    [projectId, key, ticketId, messageId, at],
    { prepare: true },
  );
  return rows.length > 0;
};

/**
 * Tickets that Message-IDs belong to, in the order of the ids, each once: the root of a ticket's thread, our mails, and
 * mails that were received.
 */
export const ticketsOfMails = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await sql.query<{ ticketId: string }>(
    `WITH named AS (SELECT * FROM unnest($2::text[]) WITH ORDINALITY AS n (email_id, position)),
     found AS (
       SELECT n.position, t.id AS ticket_id FROM named n
         JOIN ticket t ON t.project_id = $1 AND t.id = substring(n.email_id FROM '^ticket\\.([0-9a-f]{24})@')
       UNION ALL
       SELECT n.position, m.ticket_id FROM named n
         JOIN message m ON m.project_id = $1 AND m.email_id = n.email_id
       UNION ALL
       SELECT n.position, e.ticket_id FROM named n
         JOIN inbound_email e ON e.project_id = $1 AND e.email_id = n.email_id)
     SELECT ticket_id AS "ticketId" FROM found GROUP BY ticket_id ORDER BY min(position)`,
    [projectId, ids],
    { prepare: true },
  );
  return rows.map(({ ticketId }) => ticketId);
};
