import { type EventRow, eventRow } from '@parley/events';
import type {
  Conversation,
  ConversationMessage,
} from '@parley/proto/generated/parley/tickets/v1/conversation';

/** The key of a conversation, with its contact. */
export interface ConversationKey {
  projectId: string;
  id: string;
  contactId: string;
}

/** A message as its contact sees it, without its texts. */
export const withoutTexts = (message: ConversationMessage): ConversationMessage => ({
  ...message,
  content: undefined,
  markdown: undefined,
  plainText: undefined,
});

/** From the whole conversation to what fits into an event at any size. */
const versions = (conversation: Conversation): { conversation: Conversation; truncated?: true }[] => {
  const lastMessage = conversation.lastMessage && withoutTexts(conversation.lastMessage);
  const bare = lastMessage && { ...lastMessage, attachments: [] };
  return [
    { conversation },
    { conversation: { ...conversation, lastMessage }, truncated: true },
    { conversation: { ...conversation, lastMessage: bare, attributes: undefined }, truncated: true },
  ];
};

/** `tickets.v1.conversation.updated`, with the conversation as its contact sees it. */
export const conversationUpdated = (
  projectId: string,
  conversation: Conversation,
  headers: Record<string, string>,
): EventRow => {
  let failure: unknown;
  for (const payload of versions(conversation)) {
    try {
      const subject = 'tickets.v1.conversation.updated';
      return eventRow({ subject, projectId, aggregateId: conversation.id, payload, headers });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      failure = error;
    }
  }
  throw failure;
};

/** `tickets.v1.conversation.read`: the contact read something of it. */
export const conversationRead = (
  { projectId, id, contactId }: ConversationKey,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'tickets.v1.conversation.read',
    projectId,
    aggregateId: id,
    payload: { ticketId: id, contactId },
    headers,
  });

/** `tickets.v1.conversation.deleted`: the contact sees it no more. */
export const conversationDeleted = (
  { projectId, id, contactId }: ConversationKey,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'tickets.v1.conversation.deleted',
    projectId,
    aggregateId: id,
    payload: { conversationId: id, contactId },
    headers,
  });
