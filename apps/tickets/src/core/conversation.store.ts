import type { Sql } from '@parley/persistence';
import type { MessageView } from './message';
import { messageJoins, messageViewColumns } from './message.columns';
import { DONE } from './ticket';
import { type ConversationView, leftEmailSql } from './conversation';

const prepare = { prepare: true };

const columns = `t.project_id AS "projectId", t.id, t.title, t.session_id AS "contactId", c.user_id AS "consumerId",
  t.extra -> 'attributes' AS attributes, t.visible_attributes AS "visibleAttributes", t.contact_unread AS unread,
  t.conversation_rating AS rating, t.conversation_rating_comment AS "ratingComment",
  t.conversation_closed AS "isClosed", t.status = '${DONE}' AS "isResolved",
  coalesce(c.email, ${leftEmailSql("(t.extra -> 'channel')")}) IS NOT NULL AS "hasEmail", t.duplicate_of_id IS NOT NULL AS "isMerged",
  main.id AS "mergedInto", coalesce(t.extra @? '$.bot.active ? (@ == true)', false) AS "botActive",
  CASE WHEN t.extra @? '$.bot.active ? (@ == true)' THEN t.extra #>> '{bot,name}' END AS "botName",
  CASE WHEN t.extra @? '$.bot.active ? (@ == true)' THEN t.extra #>> '{bot,avatar}' END AS "botPicture",
  u.first_name AS "agentFirstName", u.last_name AS "agentLastName", u.profile_image_url AS "agentPicture",
  t.team_read_at AS "teamReadAt",
  t.last_public_message_id AS "lastMessageId", t.contact_activity AS activity, t.created_at AS "createdAt",
  t.contact_updated_at AS "updatedAt"`;

const joins = `
  LEFT JOIN contact_reference c ON c.project_id = t.project_id AND c.id = t.session_id
  LEFT JOIN user_reference u ON u.project_id = t.project_id AND u.id = coalesce(t.contact_agent_id, t.processing_user_id)
  LEFT JOIN ticket main ON main.project_id = t.project_id AND main.id = t.duplicate_of_id
    AND main.session_id = t.session_id AND NOT main.hidden`;

const GET = `SELECT ${columns} FROM ticket t ${joins}
  WHERE t.project_id = $1 AND t.session_id IS NOT NULL AND NOT t.hidden`;

/** Those of the tickets that a contact sees, in any order. */
export const getConversations = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<ConversationView[]> =>
  // A single id has a statement of its own: with a list PostgreSQL plans each call again, which takes longer than the call.
  ids.length === 1
    ? sql.query<ConversationView>(`${GET} AND t.id = $2`, [projectId, ids[0]], prepare)
    : sql.query<ConversationView>(`${GET} AND t.id = ANY ($2::text[])`, [projectId, ids], prepare);

/** Whether a ticket exists and has no contact. */
export const lacksContact = async (sql: Sql, projectId: string, id: string): Promise<boolean> =>
  (
    await sql.query('SELECT id FROM ticket WHERE project_id = $1 AND id = $2 AND session_id IS NULL', [
      projectId,
      id,
    ])
  ).length > 0;

/** A conversation and its contact. */
export interface ConversationPlace {
  id: string;
  contactId: string;
}

/**
 * The contact of a conversation; undefined when no contact sees it. By one id, so that its plan stays prepared: planning takes ten
 * times as long as running.
 */
export const getConversationPlace = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<ConversationPlace | undefined> => {
  const [place] = await sql.query<ConversationPlace>(
    `SELECT t.id, t.session_id AS "contactId" FROM ticket t
      WHERE t.project_id = $1 AND t.id = $2 AND t.session_id IS NOT NULL AND NOT t.hidden`,
    [projectId, id],
    prepare,
  );
  return place;
};

/** The conversations in a contact's list, in the words of the index `ticket_conversations`. */
const LISTED = `t.project_id = $1 AND t.session_id = $2 AND t.duplicate_of_id IS NULL AND NOT t.hidden
  AND NOT t.is_tracker AND NOT t.no_human_interaction`;

/** Which conversations of a contact to list. */
export interface ConversationQuery {
  contactId: string;
  isClosed: boolean | undefined;
  skip: number;
  limit: number;
}

/** Conversations of a contact, newest activity first. */
export const findConversations = (
  sql: Sql,
  projectId: string,
  { contactId, isClosed, skip, limit }: ConversationQuery,
): Promise<ConversationView[]> => {
  const status = isClosed === undefined ? '' : `AND ${isClosed ? '' : 'NOT'} t.conversation_closed`;
  return sql.query<ConversationView>(
    `SELECT ${columns}
       FROM (SELECT * FROM ticket t WHERE ${LISTED} ${status}
              ORDER BY t.contact_activity DESC, t.id DESC LIMIT $3 OFFSET $4) t ${joins}
      ORDER BY t.contact_activity DESC, t.id DESC`,
    [projectId, contactId, limit, skip],
    prepare,
  );
};

/** How many listed conversations of a contact have something unread. */
export const countUnreadConversations = async (
  sql: Sql,
  projectId: string,
  contactId: string,
): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ticket t WHERE ${LISTED} AND t.contact_unread > 0`,
    [projectId, contactId],
    prepare,
  );
  return row?.count ?? 0;
};

/** Messages by id, in any order. */
export const getMessages = (sql: Sql, projectId: string, ids: readonly string[]): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${messageViewColumns} FROM message m ${messageJoins} WHERE m.project_id = $1 AND m.id = ANY ($2::text[])`,
    [projectId, ids],
    prepare,
  );

/** Position of a message in a conversation, of a deleted one too; undefined when it was never in it. */
export const findPosition = async (
  sql: Sql,
  projectId: string,
  conversationId: string,
  messageId: string,
): Promise<number | undefined> => {
  const [row] = await sql.query<{ position: number }>(
    'SELECT position FROM conversation_message WHERE project_id = $1 AND conversation_id = $2 AND message_id = $3',
    [projectId, conversationId, messageId],
    prepare,
  );
  return row?.position;
};

/** Messages of a conversation after a position, in the order in which they became visible. */
export const messagesAfter = (
  sql: Sql,
  projectId: string,
  conversationId: string,
  { position, limit }: { position: number; limit: number },
): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${messageViewColumns}
       FROM (SELECT * FROM conversation_message WHERE project_id = $1 AND conversation_id = $2 AND position > $3
              AND NOT deleted ORDER BY position LIMIT $4) p
       JOIN message m ON m.project_id = p.project_id AND m.id = p.message_id ${messageJoins}
      ORDER BY p.position`,
    [projectId, conversationId, position, limit],
    prepare,
  );

/** The last messages of a conversation before a position, in the order in which they became visible. */
export const messagesBefore = (
  sql: Sql,
  projectId: string,
  conversationId: string,
  { position, limit }: { position: number; limit: number },
): Promise<MessageView[]> =>
  sql.query<MessageView>(
    `SELECT ${messageViewColumns}
       FROM (SELECT * FROM conversation_message WHERE project_id = $1 AND conversation_id = $2 AND position < $3
              AND NOT deleted ORDER BY position DESC LIMIT $4) p
       JOIN message m ON m.project_id = p.project_id AND m.id = p.message_id ${messageJoins}
      ORDER BY p.position`,
    [projectId, conversationId, position, limit],
    prepare,
  );

/** A message's position for a contact, and the unread count there. */
export interface ShownPlace {
  conversationId: string;
  contactId: string;
  position: number;
  unread: number;
}

/**
 * Where a message shows to a contact: of a ticket that was merged into another of the same contact in that one. Undefined
 * when no contact sees it.
 */
export const findShown = async (
  sql: Sql,
  projectId: string,
  messageId: string,
): Promise<ShownPlace | undefined> => {
  const [row] = await sql.query<ShownPlace>(
    `SELECT t.id AS "conversationId", t.session_id AS "contactId", p.position, t.contact_unread AS unread
       FROM message m JOIN ticket s ON s.project_id = m.project_id AND s.id = m.ticket_id
       JOIN conversation_message p ON p.project_id = m.project_id AND p.message_id = m.id
        AND p.conversation_id = ANY (ARRAY[s.id, s.duplicate_of_id])
       JOIN ticket t ON t.project_id = p.project_id AND t.id = p.conversation_id
      WHERE m.project_id = $1 AND m.id = $2 AND NOT p.deleted AND t.session_id IS NOT NULL AND NOT t.hidden
      ORDER BY t.id = s.id LIMIT 1`,
    [projectId, messageId],
    prepare,
  );
  return row;
};
