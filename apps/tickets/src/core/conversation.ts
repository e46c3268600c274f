import { readBot } from './bot-state';
import { DONE, type TicketRow, type TicketView } from './ticket';

/** A ticket as its contact sees it, with copies of people that the document shows. */
export interface ConversationView {
  projectId: string;
  id: string;
  title: string | null;
  contactId: string;
  consumerId: string | null;
  attributes: unknown;
  visibleAttributes: string[];
  unread: number;
  rating: number | null;
  ratingComment: string | null;
  isClosed: boolean;
  /** Whether the team is done with it. */
  isResolved: boolean;
  /** Whether missed messages can be mailed. */
  hasEmail: boolean;
  isMerged: boolean;
  /** Conversation of the same contact that it was merged into. */
  mergedInto: string | null;
  botActive: boolean;
  /** The AI agent that has it. */
  botName: string | null;
  botPicture: string | null;
  agentFirstName: string | null;
  agentLastName: string | null;
  agentPicture: string | null;
  /** When a person of the team last read it or answered. */
  teamReadAt: Date | null;
  lastMessageId: string | null;
  activity: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** Attributes of a ticket that its contact may see. */
export const shownAttributes = (attributes: unknown, visible: readonly string[]): Record<string, unknown> => {
  if (typeof attributes !== 'object' || attributes === null) return {};
  const keys = new Set(visible);
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => keys.has(key)));
};

/** Whether a workflow or an AI agent has a ticket. */
export const isBotActive = (extra: Record<string, unknown>): boolean =>
  (extra['bot'] as { active?: unknown } | null | undefined)?.active === true;

/** The address that a guest left for answers; undefined without one. */
export const leftEmail = (extra: Record<string, unknown>): string | undefined => {
  const { type, metaData } = (extra['channel'] ?? {}) as {
    type?: unknown;
    metaData?: { email?: unknown } | null;
  };
  return type === 'WIDGET' && typeof metaData?.email === 'string' ? metaData.email : undefined;
};

/** The same as an expression of the ticket's channel. */
export const leftEmailSql = (channel: string): string =>
  `CASE WHEN ${channel} ->> 'type' = 'WIDGET' THEN ${channel} #>> '{metaData,email}' END`;

/** The parts of a ticket that its contact sees, except messages: a change of them emits a conversation event. */
export const toContactView = (row: TicketRow): unknown => [
  row.title,
  row.conversationClosed || row.duplicateOfId !== null,
  row.duplicateOfId,
  row.status === DONE,
  leftEmail(row.extra),
  shownAttributes(row.extra['attributes'], row.visibleAttributes),
  row.contactUnread,
  row.teamReadAt,
  row.conversationRating,
  row.conversationRatingComment,
  row.contactAgentId ?? row.processingUserId,
  isBotActive(row.extra),
  isBotActive(row.extra) ? [readBot(row.extra).name, readBot(row.extra).avatar] : [],
];

/** A new ticket with a contact as that contact sees it. */
export const newConversation = (row: TicketView, contactId: string): ConversationView => ({
  projectId: row.projectId,
  id: row.id,
  title: row.title,
  contactId,
  consumerId: row.sessionUserId,
  attributes: row.extra['attributes'],
  visibleAttributes: row.visibleAttributes,
  unread: 0,
  rating: row.conversationRating,
  ratingComment: row.conversationRatingComment,
  isClosed: row.conversationClosed,
  isResolved: row.status === DONE,
  hasEmail: (row.sessionEmail ?? leftEmail(row.extra)) !== undefined,
  isMerged: false,
  mergedInto: null,
  botActive: isBotActive(row.extra),
  botName: readBot(row.extra).name ?? null,
  botPicture: readBot(row.extra).avatar ?? null,
  agentFirstName: row.userFirstName,
  agentLastName: row.userLastName,
  agentPicture: row.userPicture,
  teamReadAt: row.teamReadAt,
  lastMessageId: null,
  activity: row.contactActivity,
  createdAt: row.createdAt,
  updatedAt: row.contactUpdatedAt,
});
