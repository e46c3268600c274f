import { createDocumentViews, type DocumentView, made, type MadeField } from '@parley/persistence';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import { messageJoinsByAlias, type MessageView, messageViewProperties } from '../core';
import { isSuspicious, presentData, presentMessage, presentSession, presentUser } from './message.present';

/** The fields of messages that a list reads. */
export type MessageDocumentView = DocumentView<MessageView, Message>;

const ofMessage = <const Of extends keyof MessageView>(
  of: readonly Of[],
  show: (row: Pick<MessageView, Of>) => unknown,
): MadeField<Pick<MessageView, Of>> => made<MessageView, Of>(of, show);

/** The views of messages: whole documents, or chosen fields. */
export const messageViews = createDocumentViews<MessageView, Message>({
  columns: messageViewProperties,
  joins: messageJoinsByAlias,
  made: {
    _id: ofMessage(['id'], ({ id }) => id),
    project: ofMessage(['projectId'], ({ projectId }) => projectId),
    organisation: ofMessage(['organisationId'], ({ organisationId }) => organisationId),
    ticket: ofMessage(['ticketId'], ({ ticketId }) => ticketId),
    user: ofMessage(['userId', 'userFirstName', 'userLastName', 'userEmail', 'userPicture'], presentUser),
    session: ofMessage(['sessionId', 'sessionName', 'sessionEmail', 'sessionAvatar'], presentSession),
    comment: ofMessage(['content'], ({ content }) => content ?? undefined),
    data: ofMessage(['data', 'content'], presentData),
    replyTo: ofMessage(['replyToId'], ({ replyToId }) => replyToId ?? undefined),
    isReply: ofMessage(['replyToId'], ({ replyToId }) => replyToId !== null),
    suspicious: ofMessage(['data'], (row) => isSuspicious(row) || undefined),
  },
  always: ['id'],
  present: presentMessage,
});
