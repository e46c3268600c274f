import { notFound } from '@parley/errors';
import { isId, type Sql } from '@parley/persistence';
import type { Conversation } from '@parley/proto/generated/parley/tickets/v1/conversation';
import { mapInTurns } from '@parley/timing';
import type { ConversationView } from './conversation';
import { presentConversation } from './conversation.present';
import {
  type ConversationPlace,
  getConversationPlace,
  getConversations,
  getMessages,
} from './conversation.store';

/** Names a conversation, and the contact that it must belong to when there is one. */
export interface WantedConversation {
  conversationId: string;
  contactId?: string | undefined;
}

/** The row, if it belongs to the required contact. 404 otherwise. */
export const demandConversation = <Found extends ConversationPlace>(
  found: Found | undefined,
  { contactId }: WantedConversation,
): Found => {
  if (!found || (contactId !== undefined && found.contactId !== contactId)) throw notFound('conversation');
  return found;
};

/** The contact of a conversation. 404 when there is no such conversation, no contact sees it, or it is another contact's. */
export const requireConversation = async (
  sql: Sql,
  projectId: string,
  wanted: WantedConversation,
): Promise<ConversationPlace> => {
  const { conversationId } = wanted;
  return demandConversation(
    isId(conversationId) ? await getConversationPlace(sql, projectId, conversationId) : undefined,
    wanted,
  );
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
  return mapInTurns(rows, (row) => presentConversation(row, byId.get(row.lastMessageId ?? '')));
};

/** The document of a conversation that a contact sees. 404 otherwise. */
export const readConversation = async (
  sql: Sql,
  projectId: string,
  wanted: WantedConversation,
): Promise<Conversation> => {
  const { conversationId } = wanted;
  const [found] = isId(conversationId) ? await getConversations(sql, projectId, [conversationId]) : [];
  const [document] = await presentAll(sql, projectId, [demandConversation(found, wanted)]);
  if (!document) throw notFound('conversation');
  return document;
};
