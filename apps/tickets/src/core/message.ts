import type { MessageDelivery } from './delivery';
import type { Attachment } from './ticket';

export const TEXT = 'TEXT';
export const NOTE = 'NOTE';
/** A suggestion for the knowledge base; only the team sees it. */
export const FAQ_SUGGESTION = 'FAQ_SUGGESTION';

/** A message as it is stored. */
export interface MessageRow {
  projectId: string;
  id: string;
  organisationId: string;
  ticketId: string;
  /** Running number in the ticket, from 1. */
  index: number;
  type: string;
  isNote: boolean;
  bot: boolean;
  userId: string | null;
  sessionId: string | null;
  /** The comment; answered as `comment` and as `data.content`. */
  content: unknown;
  plainContent: string | null;
  /** `data` without its content. */
  data: Record<string, unknown> | null;
  attachments: Attachment[];
  actions: { type: string; data?: unknown }[];
  channel: unknown;
  replyToId: string | null;
  fallbackUser: unknown;
  reactions: { emoji: string; user: string }[];
  threadCount: number;
  rating: string | null;
  status: unknown;
  statusHistory: unknown[];
  outbound: string | null;
  emailId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Latest change that the contact can see; null while there was none. */
  contactUpdatedAt: Date | null;
  /** When its author last changed it; null while that never was. */
  editedAt: Date | null;
  /** What became of its mail, for each recipient; null when nothing is mailed. */
  delivery: MessageDelivery[] | null;
}

/** A message with what its document shows of its author. */
export interface MessageView extends MessageRow {
  userFirstName: string | null;
  userLastName: string | null;
  userEmail: string | null;
  userPicture: string | null;
  /** Kind of account; null without one. */
  userType: string | null;
  sessionName: string | null;
  sessionEmail: string | null;
  sessionAvatar: string | null;
}

/**
 * The kind of a message for its ticket: the team's answer, its own note, the contact's message, or an internal one that only the
 * team sees and that is no news.
 */
export type MessageKind = 'reply' | 'note' | 'contact' | 'internal';

/** The kind of a message. A contact's own message is never a note; a thread reply says nothing of the conversation. */
export const messageKind = (
  message: Pick<MessageRow, 'isNote' | 'type' | 'sessionId' | 'replyToId'>,
): MessageKind => {
  if (message.replyToId !== null) return 'internal';
  if (message.sessionId !== null) return 'contact';
  if (message.isNote) return 'note';
  return message.type === FAQ_SUGGESTION ? 'internal' : 'reply';
};

/** Milliseconds after its creation in which a public message may be edited. */
export const EDIT_WINDOW = 120_000;

/** What decides whether a message may be edited, beside the message. */
export interface EditCircumstances {
  /** User or service account that asks. */
  callerId: string | undefined;
  now: Date;
  /** Highest index of a message that the contact has read. */
  contactReadIndex: number;
  /** Whether the contact has read it where it shows. */
  isRead: boolean;
}

/** Whether a message may be edited. The rules are in docs/rules/tickets.md. */
export const isEditable = (
  message: Pick<MessageRow, 'isNote' | 'type' | 'sessionId' | 'replyToId' | 'userId' | 'index' | 'createdAt'>,
  { callerId, now, contactReadIndex, isRead }: EditCircumstances,
): boolean => {
  if (callerId === undefined || message.userId !== callerId) return false;
  if (messageKind(message) !== 'reply') return true;
  const age = now.getTime() - message.createdAt.getTime();
  return age < EDIT_WINDOW && message.index > contactReadIndex && !isRead;
};
