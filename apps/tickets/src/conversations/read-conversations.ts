import { isId, type Sql } from '@parley/persistence';
import { type Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import { type ConversationView } from './conversation';
import { conversationNotFound } from './conversation.errors';
import { presentConversation } from './conversation.present';
import { getConversations, getMessages } from './conversation.store';

/** Names a conversation, and the contact that it must belong to when there is one. */
export interface WantedConversation {
  conversationId: string;
  contactId?: string | undefined;
}

/** A conversation. 404 when there is none, no contact sees it, or it is another contact's. */
export const requireConversation = async (
  sql: Sql,
  projectId: string,
  { conversationId, contactId }: WantedConversation,
): Promise<ConversationView> => {
  const [found] = isId(conversationId) ? await getConversations(sql, projectId, [conversationId]) : [];
  if (!found || (contactId !== undefined && found.contactId !== contactId)) throw conversationNotFound();
  return found;
};

/** Documents of conversations, in their order. */
export const presentAll = async (
  sql: Sql,
  projectId: string,
  rows: readonly ConversationView[],
): Promise<Conversation[]> => {
  const ids = rows.flatMap(({ lastMessageId }) => lastMessageId ?? []);
  const messages = ids.length > 0 ? await getMessages(sql, projectId, ids) : [];
  const byId = new Map(messages.map((message) => [message.id, message]));
  return rows.map((row) => presentConversation(row, byId.get(row.lastMessageId ?? '')));
};

/** The document of a conversation that a contact sees. 404 otherwise. */
export const readConversation = async (
  sql: Sql,
  projectId: string,
  wanted: WantedConversation,
): Promise<Conversation> => {
  const row = await requireConversation(sql, projectId, wanted);
  const [document] = await presentAll(sql, projectId, [row]);
  if (!document) throw conversationNotFound();
  return document;
};
