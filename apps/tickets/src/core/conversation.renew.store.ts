import type { Sql } from '@parley/persistence';
import { setsField } from './message-effects';
import { SERVICE_ACCOUNT } from './conversation.present';

const lock = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    'SELECT FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE',
    [projectId, ids],
  );
};

/** Deletes the messages and read positions of conversations that moved to another contact. */
export const startAnew = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query(
    'DELETE FROM conversation_message WHERE project_id = $1 AND conversation_id = ANY ($2::text[])',
    [projectId, ids],
  );
  await tx.query(
    'UPDATE ticket SET contact_position = 0, contact_read_position = 0 WHERE project_id = $1 AND id = ANY ($2::text[])',
    [projectId, ids],
  );
};

/**
 * The public messages that each conversation shall have: of its own ticket and of those that were merged into it and have
 * the same contact. Of the latter nothing is unread that was read where it came from.
 */
const WANTED = `
  SELECT s.conversation_id, m.id AS message_id, m.session_id IS NOT DISTINCT FROM s.session_id AS is_own,
         s.ticket_id <> s.conversation_id AND coalesce(NOT p.counts OR p.position <= s.read_position, false) AS is_read
    FROM (SELECT c.project_id, c.id AS conversation_id, c.session_id, c.id AS ticket_id, c.contact_read_position AS read_position
            FROM ticket c WHERE c.project_id = $1 AND c.id = ANY ($2::text[]) AND c.session_id IS NOT NULL
          UNION ALL
          SELECT c.project_id, c.id, c.session_id, d.id, d.contact_read_position
            FROM ticket c JOIN ticket d ON d.project_id = c.project_id AND d.duplicate_of_id = c.id
                                       AND d.session_id = c.session_id
           WHERE c.project_id = $1 AND c.id = ANY ($2::text[])) s
    JOIN message m ON m.project_id = s.project_id AND m.ticket_id = s.ticket_id
    LEFT JOIN conversation_message p
      ON p.project_id = s.project_id AND p.conversation_id = s.ticket_id AND p.message_id = m.id
   WHERE ${setsField('latestPublicComment')}`;

/** New ones go to the end, in the order of their creation; one that came back has a new place there. */
const RENEW = `
WITH wanted AS MATERIALIZED (${WANTED}), gone AS (
  UPDATE conversation_message p SET deleted = true, counts = false
   WHERE p.project_id = $1 AND p.conversation_id = ANY ($2::text[]) AND NOT p.deleted
     AND NOT EXISTS (SELECT FROM wanted w WHERE w.conversation_id = p.conversation_id AND w.message_id = p.message_id)
  RETURNING p.conversation_id
), own AS (
  UPDATE conversation_message p SET counts = false FROM wanted w
   WHERE p.project_id = $1 AND p.conversation_id = w.conversation_id AND p.message_id = w.message_id
     AND w.is_own AND p.counts AND NOT p.deleted
  RETURNING p.conversation_id
), added AS (
  INSERT INTO conversation_message AS p (project_id, conversation_id, position, message_id, counts)
  SELECT $1, w.conversation_id,
         t.contact_position + row_number() OVER (PARTITION BY w.conversation_id ORDER BY w.message_id),
         w.message_id, NOT w.is_own AND NOT w.is_read
    FROM wanted w JOIN ticket t ON t.project_id = $1 AND t.id = w.conversation_id
   WHERE NOT EXISTS (SELECT FROM conversation_message k WHERE k.project_id = $1
           AND k.conversation_id = w.conversation_id AND k.message_id = w.message_id AND NOT k.deleted)
  ON CONFLICT (project_id, conversation_id, message_id)
    DO UPDATE SET position = EXCLUDED.position, counts = EXCLUDED.counts, deleted = false
  RETURNING p.conversation_id
)
SELECT DISTINCT conversation_id AS id
  FROM (SELECT * FROM gone UNION ALL SELECT * FROM own UNION ALL SELECT * FROM added) changed`;

/**
 * What tickets keep of their conversations. Messages are looked up one by one in the order of the conversation: a join could
 * be planned to look through the messages of the whole project.
 */
const REFRESH = `
WITH n AS MATERIALIZED (
  SELECT c.id, c.contact_agent_id AS agent_before, last.message_id AS last_id,
         (SELECT m.created_at FROM message m WHERE m.project_id = c.project_id AND m.id = last.message_id) AS last_at,
         greatest(c.contact_position, (SELECT max(p.position) FROM conversation_message p
           WHERE p.project_id = c.project_id AND p.conversation_id = c.id)) AS position,
         (SELECT count(*) FROM conversation_message p WHERE p.project_id = c.project_id AND p.conversation_id = c.id
             AND p.position > c.contact_read_position AND p.counts AND NOT p.deleted) AS unread,
         (SELECT person.user_id FROM conversation_message p CROSS JOIN LATERAL (
              SELECT m.user_id FROM message m JOIN user_reference u ON u.project_id = m.project_id AND u.id = m.user_id
               WHERE m.project_id = p.project_id AND m.id = p.message_id AND m.session_id IS NULL AND NOT m.bot
                 AND u.user_type <> '${SERVICE_ACCOUNT}' OFFSET 0) person
           WHERE p.project_id = c.project_id AND p.conversation_id = c.id AND NOT p.deleted
           ORDER BY p.message_id DESC LIMIT 1) AS agent_id
    FROM ticket c LEFT JOIN LATERAL (
      SELECT p.message_id FROM conversation_message p
       WHERE p.project_id = c.project_id AND p.conversation_id = c.id AND NOT p.deleted
       ORDER BY p.message_id DESC LIMIT 1) last ON true
   WHERE c.project_id = $1 AND c.id = ANY ($2::text[])
)
UPDATE ticket t SET contact_position = n.position, contact_unread = n.unread, last_public_message_id = n.last_id,
       contact_agent_id = n.agent_id, contact_activity = coalesce(n.last_at, t.created_at),
       contact_updated_at = coalesce($3::timestamptz, t.contact_updated_at)
  FROM n WHERE t.project_id = $1 AND t.id = n.id
RETURNING t.id, t.contact_unread AS unread, n.agent_before IS DISTINCT FROM n.agent_id AS "hasNewAgent"`;

/** A conversation after its stored fields were updated. */
export interface Refreshed {
  id: string;
  /** Messages that the contact has not read. */
  unread: number;
  /** Whether another member of the team wrote last now. */
  hasNewAgent: boolean;
}

const refresh = (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  now: Date | null,
): Promise<Refreshed[]> => tx.query<Refreshed>(REFRESH, [projectId, ids, now]);

/**
 * Gives conversations the messages that they should have, after any change of their tickets. The tickets are locked in the order of
 * their ids. Answers the conversations with changed messages; with a time that is when the contact saw it.
 */
export const renewConversations = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  now: Date | null = null,
): Promise<string[]> => {
  if (ids.length === 0) return [];
  await lock(tx, projectId, ids);
  const changed = (await tx.query<{ id: string }>(RENEW, [projectId, ids])).map(({ id }) => id);
  const others = ids.filter((id) => !changed.includes(id));
  if (others.length > 0) await refresh(tx, projectId, others, null);
  if (changed.length > 0) await refresh(tx, projectId, changed, now);
  return changed;
};

const REMOVE = `
UPDATE conversation_message p SET deleted = true, counts = false
  FROM ticket t
 WHERE t.project_id = $1 AND t.id = $2 AND p.project_id = $1 AND p.message_id = $3 AND NOT p.deleted
   AND p.conversation_id = ANY (ARRAY[t.id, t.duplicate_of_id])
RETURNING p.conversation_id AS id`;

/** Takes a deleted message of a locked ticket out of conversations; its place stays for those who read on from it. */
export const removeFromConversations = async (
  tx: Sql,
  { projectId, ticketId, id }: { projectId: string; ticketId: string; id: string },
  now: Date,
): Promise<Refreshed[]> => {
  const rows = await tx.query<{ id: string }>(REMOVE, [projectId, ticketId, id]);
  if (rows.length === 0) return [];
  return refresh(tx, projectId, rows.map((row) => row.id).sort(), now);
};

/** The conversation of a message's ticket and that of the one it was merged into have changed for their contact. */
export const touchConversations = async (
  tx: Sql,
  { projectId, id, ticketId }: { projectId: string; id: string; ticketId: string },
  now: Date,
): Promise<void> => {
  await tx.query(
    `UPDATE ticket c SET contact_updated_at = $4 FROM ticket t, conversation_message p
      WHERE t.project_id = $1 AND t.id = $2 AND p.project_id = $1 AND p.message_id = $3 AND NOT p.deleted
        AND p.conversation_id = ANY (ARRAY[t.id, t.duplicate_of_id])
        AND c.project_id = $1 AND c.id = p.conversation_id`,
    [projectId, ticketId, id, now],
  );
};

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

/** Puts a message at the end of a locked conversation. The message's event, not yet committed, gets that position. */
export const placeInConversation = async (
  tx: Sql,
  conversationId: string,
  { projectId, id, createdAt }: { projectId: string; id: string; createdAt: Date },
  { isRead, personId, eventId }: { isRead: boolean; personId: string | null; eventId: string },
): Promise<void> => {
  await tx.query(PLACE, [projectId, conversationId, id, isRead ? 0 : 1, createdAt, personId, eventId]);
};
