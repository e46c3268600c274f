import type { Sql } from '@parley/persistence';
import type { MessageView } from './message';
import { messageJoins, messageViewColumns } from './message.columns';

/** What of its ticket matters to a change of a message. */
export interface TicketOfMessage {
  id: string;
  type: string;
  contactId: string | null;
  contactReadIndex: number;
  /** Whether the contact has read the message in a conversation, be it that of the main ticket. */
  isRead: boolean;
}

/** A message that is locked until the transaction ends, and its ticket. */
export interface LockedMessage {
  message: MessageView;
  ticket: TicketOfMessage;
}

const selectTicket = (strength: string): string => `
SELECT t.id, t.type, t.session_id AS "contactId", t.contact_read_index AS "contactReadIndex",
       EXISTS (SELECT FROM conversation_message p JOIN ticket c ON c.project_id = p.project_id AND c.id = p.conversation_id
                WHERE p.project_id = $1 AND p.conversation_id = ANY (ARRAY[t.id, t.duplicate_of_id]) AND p.message_id = $2
                  AND p.position <= c.contact_read_position) AS "isRead" FROM ticket t
 WHERE t.project_id = $1 AND t.id = (SELECT m.ticket_id FROM message m WHERE m.project_id = $1 AND m.id = $2)
   FOR ${strength} OF t`;

const LOCK = `SELECT ${messageViewColumns} FROM message m ${messageJoins}
  WHERE m.project_id = $1 AND m.id = $2 FOR UPDATE OF m`;

/**
 * Locks a message and, like every writer of messages, its ticket before it. So events are in the order of their changes, and no two
 * writers wait for each other.
 */
export const lockMessage = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<LockedMessage | undefined> => {
  const [ticket] = await tx.query<TicketOfMessage>(selectTicket('UPDATE'), [projectId, id]);
  const [message] = ticket ? await tx.query<MessageView>(LOCK, [projectId, id]) : [];
  return ticket && message && { message, ticket };
};

/**
 * Keeps the ticket of a message from changing, for a change of the message that leaves the ticket as it is. Undefined
 * when there is no such message.
 */
export const lockTicketOfMessage = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<TicketOfMessage | undefined> =>
  (await tx.query<TicketOfMessage>(selectTicket('SHARE'), [projectId, id]))[0];
