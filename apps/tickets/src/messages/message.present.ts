import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { MessageView } from '../core';

/** `data` as it is answered: with the comment as its content. Absent when there is neither. */
export const presentData = ({
  data,
  content,
}: Pick<MessageView, 'data' | 'content'>): Record<string, unknown> | undefined => {
  if (content === null) return data ?? undefined;
  return { ...data, content };
};

/** Whether the sender of a message is probably another. */
export const isSuspicious = ({ data }: Pick<MessageView, 'data'>): boolean =>
  (data?.email as { suspicious?: unknown } | undefined)?.suspicious === true;

/** A message's document, the same wherever it is answered. */
export const presentMessage = (row: MessageView): Message => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  ticket: row.ticketId,
  type: row.type,
  isNote: row.isNote,
  bot: row.bot,
  user: presentUser(row),
  session: presentSession(row),
  comment: row.content ?? undefined,
  plainContent: row.plainContent ?? undefined,
  data: presentData(row),
  attachments: row.attachments,
  actions: row.actions,
  channel: row.channel ?? undefined,
  replyTo: row.replyToId ?? undefined,
  fallbackUser: row.fallbackUser ?? undefined,
  reactions: row.reactions,
  threadCount: row.threadCount,
  rating: row.rating ?? undefined,
  status: row.status ?? undefined,
  statusHistory: row.statusHistory,
  outbound: row.outbound ?? undefined,
  emailId: row.emailId ?? undefined,
  index: row.index,
  isReply: row.replyToId !== null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  delivery: row.delivery ?? undefined,
  suspicious: isSuspicious(row) || undefined,
  editedAt: row.editedAt?.toISOString(),
});

/** The user who wrote a message. */
export const presentUser = ({
  userId,
  userFirstName,
  userLastName,
  userEmail,
  userPicture,
}: Pick<
  MessageView,
  'userId' | 'userFirstName' | 'userLastName' | 'userEmail' | 'userPicture'
>): Message['user'] =>
  userId === null
    ? undefined
    : {
        id: userId,
        firstName: userFirstName ?? undefined,
        lastName: userLastName ?? undefined,
        email: userEmail ?? undefined,
        profileImageUrl: userPicture ?? undefined,
      };

/** The contact who wrote a message. */
export const presentSession = ({
  sessionId,
  sessionName,
  sessionEmail,
  sessionAvatar,
}: Pick<MessageView, 'sessionId' | 'sessionName' | 'sessionEmail' | 'sessionAvatar'>): Message['session'] =>
  sessionId === null
    ? undefined
    : {
        id: sessionId,
        name: sessionName ?? undefined,
        email: sessionEmail ?? undefined,
        avatar: sessionAvatar ?? undefined,
      };
