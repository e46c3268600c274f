import type { ProjectScope } from '@parley/auth';
import { newId, type Sql, timeOfId } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import {
  isByPerson,
  presentConversationMessage,
  tellOfConversations,
  messageTold,
  historyActor,
  type ContactRecord,
  promiseOfTicket,
  type UserRecord,
  dueByTeam,
  LATEST_COMMENT_CHARACTERS,
  slaDueAt,
  contactHeardFrom,
  messageCreated,
  type InsertOptions,
  type InsertedMessage,
  insertMessages,
  type MessageInsert,
  type Refused,
  messageKind,
  type MessageView,
  replyMail,
  type ReplyRecipients,
} from '../core';
import type { Deps } from '../deps';
import type { MessageContent } from './message.input';
import { presentMessage } from './message.present';

/** Where a message is written, and its author: a contact, or the caller. */
export interface MessageOrigin {
  scope: ProjectScope;
  context: CallContext;
  ticketId: string;
  contact: ContactRecord | undefined;
  /** Minutes to an answer that are promised to the contact, whichever team answers; its own when left out. */
  promisedSla?: number | undefined;
  author: UserRecord | undefined;
  /** Whether the contact may get it by mail. */
  sendToChannel: boolean;
  /** Recipients of its mail that it names itself. */
  recipients?: ReplyRecipients;
  /** The message with the thread that it joins. */
  replyToId?: string;
  /** The basis of the mail's Message-ID; default: the message's id. */
  mailKey?: string;
  /** Message-ID of the mail that it came by. */
  emailId?: string;
}

/** A message that is ready to be written. */
export interface PreparedMessage {
  insert: MessageInsert;
  /** Its document, but for index, e-mail id and delivery. */
  document: Message;
  /** The message itself; its index is not known yet. */
  view: MessageView;
  /** What of the call travels with its events. */
  headers: Record<string, string>;
}

const makeView = (content: MessageContent, origin: MessageOrigin, now: Date): MessageView => {
  const { scope, contact, author } = origin;
  const id = newId(now.getTime());
  const createdAt = timeOfId(id);
  return {
    ...content,
    projectId: scope.projectId,
    id,
    organisationId: scope.organisationId,
    ticketId: origin.ticketId,
    index: 0,
    userId: contact ? null : (author?.id ?? null),
    sessionId: contact?.id ?? null,
    replyToId: origin.replyToId ?? null,
    reactions: [],
    threadCount: 0,
    rating: null,
    status: null,
    statusHistory: [],
    emailId: origin.emailId ?? null,
    createdAt,
    updatedAt: createdAt,
    contactUpdatedAt: null,
    editedAt: null,
    delivery: null,
    userFirstName: author?.firstName ?? null,
    userLastName: author?.lastName ?? null,
    userEmail: author?.email ?? null,
    userPicture: author?.profileImageUrl ?? null,
    userType: author?.userType ?? null,
    sessionName: contact?.name ?? null,
    sessionEmail: contact?.email ?? null,
    sessionAvatar: contact?.avatar ?? null,
  };
};

/** Prepares a message; nothing is written. */
export const prepareMessage = (
  deps: Pick<Deps, 'clock' | 'mailFrom' | 'missedMailDelaySeconds'>,
  content: MessageContent,
  origin: MessageOrigin,
): PreparedMessage => {
  const { contact, author, scope } = origin;
  const now = deps.clock();
  const view = makeView(content, origin, now);
  const document = presentMessage(view);
  const kind = messageKind(view);
  const headers = eventHeaders(origin.context);
  const isPublic = kind === 'reply' || kind === 'contact';
  const isMailed = kind === 'reply' && origin.sendToChannel;
  const insert: MessageInsert = {
    row: view,
    clientMutationId: content.clientMutationId,
    kind,
    latestComment: content.plainContent?.slice(0, LATEST_COMMENT_CHARACTERS).toWellFormed() || null,
    slaDueAt: kind === 'contact' ? slaDueAt(view.createdAt, origin.promisedSla ?? contact?.sla) : null,
    mail: isMailed
      ? replyMail({
          ...content,
          mailFrom: deps.mailFrom,
          messageId: origin.mailKey ?? view.id,
          author,
          date: view.createdAt,
          waitSeconds: deps.missedMailDelaySeconds,
          bot: view.bot,
          recipients: origin.recipients,
        })
      : null,
    event: messageCreated(
      document,
      messageTold(view),
      headers,
      isPublic
        ? presentConversationMessage(view, { conversationId: view.ticketId, contactId: view.sessionId })
        : undefined,
    ),
    heardFrom: kind === 'contact' ? contactHeardFrom(view, headers) : null,
    actor: historyActor(contact ? { type: 'contact', id: contact.id } : scope.actor),
    personId: kind === 'reply' && isByPerson(view) ? view.userId : null,
  };
  return { insert, document, view, headers };
};

/** A message as it was written. */
export interface WrittenMessage extends InsertedMessage {
  document: Message;
}

/** A prepared message with what became of it. */
export const writtenMessage = (
  { document }: Pick<PreparedMessage, 'document'>,
  inserted: InsertedMessage,
): WrittenMessage => {
  const { index, emailId, delivery } = inserted;
  return {
    ...inserted,
    document: {
      ...document,
      index,
      emailId: emailId ?? undefined,
      ...(delivery && { delivery }),
    },
  };
};

/** A message with when its team's opening hours promise an answer; the ticket is locked. */
const withDue = async (tx: Sql, insert: MessageInsert): Promise<MessageInsert> => {
  const { projectId, ticketId, createdAt } = insert.row;
  const promise = await promiseOfTicket(tx, projectId, ticketId);
  // The team may have changed its hours since.
  return promise ? { ...insert, slaDueAt: dueByTeam(createdAt, promise) } : insert;
};

/**
 * Writes a prepared message in a transaction, because a new agent also emits a conversation event. `toMerged` says whether a merged
 * ticket accepts it; default true.
 */
export const writeMessage = async (
  tx: Sql,
  message: PreparedMessage,
  { toMerged = true }: Partial<Pick<InsertOptions, 'toMerged'>> = {},
): Promise<WrittenMessage | Refused> => {
  const { insert, headers } = message;
  const options = { toMerged, toNewAgent: true, isAlone: false };
  const write = async (told: MessageInsert): Promise<InsertedMessage | Refused> =>
    (await insertMessages(tx, [told], options))[0] as InsertedMessage | Refused;
  let inserted = await write(insert);
  while ('refused' in inserted && inserted.refused === 'hours')
    inserted = await write(await withDue(tx, insert));
  if ('refused' in inserted) return inserted;
  const { projectId, ticketId } = insert.row;
  if (inserted.hasNewAgent) await tellOfConversations(tx, projectId, [ticketId], headers);
  return writtenMessage(message, inserted);
};
