import { type RichText, toMarkdown } from '@parley/rich-text';
import type {
  Conversation,
  ConversationAgent,
  ConversationAuthor,
  ConversationMessage,
} from '@parley/proto/generated/parley/tickets/v1/conversation';
import type { MessageView } from './message';
import { type ConversationView, shownAttributes } from './conversation';

/** Kind of account that no person has. */
export const SERVICE_ACCOUNT = 'service_account';

/** Ratings of messages as contacts give them, by how the team sees them. */
const ratings: Readonly<Record<string, string>> = { positive: 'up', negative: 'down' };

const formatName = (first: string | null, last: string | null): string | undefined =>
  [first, last].filter(Boolean).join(' ') || undefined;

/** Whether a member of the team wrote a public message manually. */
export const isByPerson = ({ sessionId, userId, userType, bot }: MessageView): boolean =>
  sessionId === null && userId !== null && userType !== SERVICE_ACCOUNT && !bot;

const presentAuthor = (row: MessageView): ConversationAuthor => {
  if (row.sessionId !== null) {
    return { type: 'contact', name: row.sessionName ?? undefined, avatar: row.sessionAvatar ?? undefined };
  }
  const fallback = (row.fallbackUser ?? {}) as { username?: unknown; imageUrl?: unknown };
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return {
    type: isByPerson(row) ? 'agent' : 'bot',
    name: text(fallback.username) ?? formatName(row.userFirstName, row.userLastName),
    avatar: text(fallback.imageUrl) ?? row.userPicture ?? undefined,
  };
};

/** The conversation and contact that a message is shown in and to. */
export interface MessagePlace {
  conversationId: string;
  contactId: string | null;
}

/** A public message as its contact sees it. */
export const presentConversationMessage = (
  row: MessageView,
  { conversationId, contactId }: MessagePlace,
): ConversationMessage => {
  const mutationId = row.data?.['clientMutationId'];
  const isOwn = row.sessionId !== null && row.sessionId === contactId;
  return {
    id: row.id,
    _id: row.id,
    conversation: conversationId,
    author: presentAuthor(row),
    content: row.content ?? undefined,
    markdown: row.content === null ? undefined : toMarkdown(row.content as RichText),
    plainText: row.plainContent ?? undefined,
    attachments: row.attachments,
    clientMutationId: isOwn && typeof mutationId === 'string' ? mutationId : undefined,
    rating: row.rating === null ? undefined : ratings[row.rating],
    createdAt: row.createdAt.toISOString(),
    updatedAt: (row.contactUpdatedAt ?? row.createdAt).toISOString(),
  };
};

const presentAgent = (row: ConversationView): ConversationAgent | undefined => {
  const person = formatName(row.agentFirstName, row.agentLastName);
  const isPerson = person !== undefined || row.agentPicture !== null;
  const name = isPerson ? person : (row.botName ?? undefined);
  const avatar = (isPerson ? row.agentPicture : row.botPicture) ?? undefined;
  return name === undefined && avatar === undefined ? undefined : { name, avatar };
};

/** A conversation's document, the same wherever it is answered. */
export const presentConversation = (
  row: ConversationView,
  lastMessage: MessageView | undefined,
): Conversation => ({
  id: row.id,
  _id: row.id,
  title: row.title ?? undefined,
  status: row.isClosed || row.isMerged ? 'closed' : 'open',
  resolved: row.isResolved,
  hasEmail: row.hasEmail,
  contact: { id: row.contactId, consumerId: row.consumerId ?? undefined },
  attributes: shownAttributes(row.attributes, row.visibleAttributes),
  unreadCount: row.unread,
  lastMessage:
    lastMessage &&
    presentConversationMessage(lastMessage, { conversationId: row.id, contactId: row.contactId }),
  rating: row.rating === null ? undefined : Math.round(row.rating),
  ratingComment: row.ratingComment ?? undefined,
  agent: presentAgent(row),
  botActive: row.botActive,
  teamReadAt: row.teamReadAt?.toISOString(),
  mergedInto: row.mergedInto ?? undefined,
  lastActivity: row.activity.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
