import type { EventRow } from '@parley/events';
import type { Sql } from '@parley/persistence';
import {
  eventsJson,
  type HistoryRow,
  insertEvents,
  insertHistory,
  type MessageDelivery,
  type MessageView,
  messageViewColumns,
} from '../core';

const prepare = { prepare: true };

/** A message with a mail, and the facts of its ticket that its events have. */
export interface MailedMessage extends MessageView {
  emailId: string;
  delivery: MessageDelivery[];
  ticketType: string;
  contactId: string | null;
}

/**
 * Locks the messages of mails, in the order of their ids, and like every writer of messages their tickets before them: who writes a
 * message has its ticket, and then the job of its mails. The rest is read by id: a join would read a small table whole.
 */
export const lockMailed = (
  tx: Sql,
  projectId: string,
  emailIds: readonly string[],
): Promise<MailedMessage[]> =>
  tx.query(
    `WITH held AS MATERIALIZED (
       SELECT t.id, t.type, t.session_id FROM ticket t
        WHERE t.project_id = $1 AND t.id = ANY (ARRAY(
          SELECT m.ticket_id FROM message m WHERE m.project_id = $1 AND m.email_id = ANY ($2::text[]) AND m.delivery IS NOT NULL))
        ORDER BY t.id FOR KEY SHARE)
     SELECT ${messageViewColumns}, t.type AS "ticketType", t.session_id AS "contactId"
       FROM held t JOIN message m ON m.ticket_id = t.id
       LEFT JOIN LATERAL (SELECT * FROM user_reference u
                           WHERE u.project_id = m.project_id AND u.id = m.user_id OFFSET 0) u ON true
       LEFT JOIN LATERAL (SELECT * FROM contact_reference c
                           WHERE c.project_id = m.project_id AND c.id = m.session_id OFFSET 0) c ON true
      WHERE m.project_id = $1 AND m.email_id = ANY ($2::text[]) AND m.delivery IS NOT NULL
      ORDER BY m.id FOR UPDATE OF m`,
    [projectId, emailIds],
    prepare,
  );

/** Changed deliveries of a message, with their events and history. */
export interface DeliveryWrite {
  id: string;
  /** Message-ID of the mail in which it left: several may share one. */
  emailId: string;
  delivery: MessageDelivery[];
  events: readonly EventRow[];
  history: readonly HistoryRow[];
}

/** Writes deliveries of locked messages. */
export const writeDeliveries = async (
  tx: Sql,
  projectId: string,
  changes: readonly DeliveryWrite[],
  now: Date,
): Promise<void> => {
  const rows = changes.map(({ id, emailId: email_id, delivery }) => ({ id, email_id, delivery }));
  const history = changes.flatMap((change) => change.history);
  await tx.query(
    `WITH written AS (
       UPDATE message m SET delivery = c.delivery, email_id = c.email_id, updated_at = $3
         FROM json_to_recordset($2::json) AS c (id text, email_id text, delivery jsonb) WHERE m.project_id = $1 AND m.id = c.id
     ), noted AS (${insertHistory('$5')}) ${insertEvents('$4')}`,
    [
      projectId,
      JSON.stringify(rows),
      now,
      eventsJson(changes.flatMap(({ events }) => events)),
      JSON.stringify(history),
    ],
    prepare,
  );
};

/** The mails among the Message-IDs that are replies of the project, in the order of the ids. */
export const findMailed = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT m.email_id AS id FROM message m
      WHERE m.project_id = $1 AND m.email_id = ANY ($2::text[]) AND m.delivery IS NOT NULL
      ORDER BY array_position($2::text[], m.email_id)`,
    [projectId, ids],
    prepare,
  );
  return rows.map(({ id }) => id);
};

/** The last mail of a ticket to one of the addresses, by the token of its reply address. */
export const findLastMailed = async (
  sql: Sql,
  { projectId, ticketId, token }: { projectId: string; ticketId: string; token: string },
  addresses: readonly string[],
): Promise<string | undefined> => {
  const [row] = await sql.query<{ id: string }>(
    `SELECT m.email_id AS id FROM ticket t JOIN message m ON m.project_id = t.project_id AND m.ticket_id = t.id
      WHERE t.project_id = $1 AND t.id = $2 AND t.mail_token = $3 AND m.email_id IS NOT NULL
        AND EXISTS (SELECT FROM jsonb_array_elements(m.delivery) d WHERE d ->> 'address' = ANY ($4::text[]))
      ORDER BY m.id DESC LIMIT 1`,
    [projectId, ticketId, token, addresses],
    prepare,
  );
  return row?.id;
};

/** The contacts of a ticket with one of the addresses. */
export const findBounced = (
  sql: Sql,
  projectId: string,
  ticketId: string,
  addresses: readonly string[],
): Promise<{ id: string; email: string }[]> =>
  sql.query(
    `SELECT c.id, c.email FROM ticket t
       JOIN contact_reference c ON c.project_id = t.project_id AND c.id = ANY (t.session_ids || t.session_id)
      WHERE t.project_id = $1 AND t.id = $2 AND c.email = ANY ($3::text[])`,
    [projectId, ticketId, addresses],
    prepare,
  );
