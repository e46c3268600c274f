import { type Sql } from '@parley/persistence';
import { type MessageInsert } from './message.insert.store';
import { type TicketView } from './ticket';
import { tellOfConversations } from './tell-contacts';

const PLACE = `
WITH changed AS (
  UPDATE ticket t SET contact_position = t.contact_position + 1, contact_unread = t.contact_unread + $4::integer,
         contact_activity = greatest(t.contact_activity, $5::timestamptz),
         contact_updated_at = greatest(t.contact_updated_at, $5::timestamptz),
         last_public_message_id = greatest(t.last_public_message_id, $3::text),
         contact_agent_id = coalesce($6::text, t.contact_agent_id)
   WHERE t.project_id = $1 AND t.id = $2
  RETURNING t.contact_position, t.contact_unread, t.hidden
), placed AS (
  INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
  SELECT $1, $2, contact_position, $3::text, $4::integer > 0 FROM changed
)
UPDATE outbox_event e SET payload = jsonb_set(e.payload, '{shown}', (e.payload -> 'shown') || jsonb_build_object(
         'position', changed.contact_position, 'unreadCount', changed.contact_unread,
         'message', (e.payload #> '{shown,message}') || jsonb_build_object('conversation', $2::text)))
  FROM changed WHERE e.id = $7 AND e.payload ? 'shown' AND NOT changed.hidden`;

/**
 * Adds a written message of a merged ticket to the conversation of its locked main ticket, which has the same contact. The
 * message's event, not yet committed, gets that position.
 */
export const showInMain = async (
  tx: Sql,
  { row, personId, event: [eventId] }: MessageInsert,
  main: TicketView,
  headers: Record<string, string>,
): Promise<void> => {
  const { projectId, id, sessionId, createdAt } = row;
  const unread = sessionId === main.sessionId ? 0 : 1;
  await tx.query(PLACE, [projectId, main.id, id, unread, createdAt, personId, eventId]);
  const isNewAgent = personId !== null && personId !== (main.contactAgentId ?? main.processingUserId);
  if (isNewAgent) await tellOfConversations(tx, projectId, [main.id], headers);
};
