import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { MessageView } from '../core';

/** `data` as it is answered: with the comment as its content. Absent when there is neither. */
const presentData = ({ data, content }: MessageView): Record<string, unknown> | undefined => {
  if (content === null) return data ?? undefined;
  return { ...data, content };
};

const isSuspicious = ({ data }: MessageView): boolean =>
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
  user:
    row.userId === null
      ? undefined
      : {
          id: row.userId,
          firstName: row.userFirstName ?? undefined,
          lastName: row.userLastName ?? undefined,
          email: row.userEmail ?? undefined,
          profileImageUrl: row.userPicture ?? undefined,
        },
  session:
    row.sessionId === null
      ? undefined
      : {
          id: row.sessionId,
          name: row.sessionName ?? undefined,
          email: row.sessionEmail ?? undefined,
          avatar: row.sessionAvatar ?? undefined,
        },
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
});
