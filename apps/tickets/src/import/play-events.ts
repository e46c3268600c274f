import type { ProjectScope } from '@parley/auth';
import {
  DONE,
  isByPerson,
  type HistoryActor,
  type HistoryRow,
  messageKind,
  type MessageView,
  applyMessage,
  fieldsOfPast,
  type ContactRecord,
  type UserRecord,
  LATEST_COMMENT_CHARACTERS,
  type TicketRow,
  type TicketView,
  findChanges,
} from '../core';
import { makeTicket } from '../tickets';
import { pastIds } from './past-ids';
import type { PastEvent, PastTicket } from './read-import';

/** The actor of events without a named one. */
const IMPORT: HistoryActor = { type: 'system', name: 'import' };
/** Type of a ticket that names none. */
const TYPE = 'INQUIRY';

/** The people and contacts in the events of a ticket. */
export interface Cast {
  scope: Pick<ProjectScope, 'projectId' | 'organisationId'>;
  contact: ContactRecord | undefined;
  users: ReadonlyMap<string, UserRecord>;
  /** The caller: author of users' messages without a named one. */
  caller: UserRecord | undefined;
}

/** A ticket with its past, ready to be written. Its messages are in the order of the ticket. */
export interface PlayedTicket {
  row: TicketRow;
  messages: MessageView[];
  history: HistoryRow[];
  /** The ticket when it was created. */
  before: TicketRow;
}

const nobodyShown = {
  sessionName: null,
  sessionEmail: null,
  sessionUserId: null,
  userFirstName: null,
  userLastName: null,
  userEmail: null,
  userPicture: null,
  teamName: null,
  participants: null,
};

const findActor = (id: string | undefined, { users }: Cast): HistoryActor => {
  const user = users.get(id ?? '');
  if (!user) return IMPORT;
  return user.userType === 'service_account'
    ? { type: 'service', id: user.id, ...(user.firstName !== null && { name: user.firstName }) }
    : { type: 'user', id: user.id, ...(user.email !== null && { email: user.email }) };
};

type PastMessage = Extract<PastEvent, { kind: 'message' }>;

const makeMessage = (
  { at, from, userId, content }: PastMessage,
  { scope, contact, users, caller }: Cast,
  place: Pick<MessageView, 'id' | 'ticketId' | 'index'>,
): MessageView => {
  const author = from === 'user' ? (users.get(userId ?? '') ?? caller) : undefined;
  const writer = from === 'contact' ? contact : undefined;
  return {
    ...content,
    ...place,
    projectId: scope.projectId,
    organisationId: scope.organisationId,
    userId: author?.id ?? null,
    sessionId: writer?.id ?? null,
    replyToId: null,
    reactions: [],
    threadCount: 0,
    rating: null,
    status: null,
    statusHistory: [],
    emailId: null,
    createdAt: at,
    updatedAt: at,
    contactUpdatedAt: null,
    editedAt: null,
    delivery: null,
    userFirstName: author?.firstName ?? null,
    userLastName: author?.lastName ?? null,
    userEmail: author?.email ?? null,
    userPicture: author?.profileImageUrl ?? null,
    userType: author?.userType ?? null,
    sessionName: writer?.name ?? null,
    sessionEmail: writer?.email ?? null,
    sessionAvatar: writer?.avatar ?? null,
  };
};

/** The stamps of an imported message on its ticket: those of a new one, but everything counts as read. */
const toStamps = (row: TicketRow, message: MessageView): Partial<TicketRow> => {
  const { createdAt: at, bot } = message;
  const kind = messageKind(message);
  const comment = message.plainContent?.slice(0, LATEST_COMMENT_CHARACTERS).toWellFormed() || null;
  const isPublic = kind === 'reply' || kind === 'contact';
  const isPerson = kind === 'reply' && isByPerson(message);
  return {
    messageCount: message.index,
    contactReadIndex: message.index,
    teamReadIndex: message.index,
    ...applyMessage(row, { kind, bot, at, comment, due: null }, fieldsOfPast),
    ...(isPublic &&
      row.sessionId !== null && {
        contactPosition: row.contactPosition + 1,
        contactReadPosition: row.contactPosition + 1,
        contactActivity: at,
        contactUpdatedAt: at,
        lastPublicMessageId: message.id,
        ...(isPerson && { contactAgentId: message.userId }),
      }),
  };
};

const toPatch = (event: Exclude<PastEvent, { kind: 'message' }>): Partial<TicketRow> => {
  switch (event.kind) {
    case 'status':
      return { status: event.status };
    case 'rating':
      return { conversationRating: event.rating };
    case 'assign':
      return {
        ...(event.assignee !== undefined && { processingUserId: event.assignee }),
        ...(event.team !== undefined && { processingTeamId: event.team }),
      };
  }
};

/** Whether the team wrote first, at the moment of the creation. */
const isComposed = ({ createdAt, events: [first] }: PastTicket): boolean =>
  first?.kind === 'message' &&
  first.from === 'user' &&
  !first.content.isNote &&
  first.at.getTime() === createdAt.getTime();

/**
 * Plays the events of a ticket from its creation on, with the rules of today's changes; nothing is written. Events have no side
 * effects: a message neither reopens nor assigns the ticket.
 */
export const playEvents = (ticket: PastTicket, cast: Cast): PlayedTicket => {
  const { createdAt, patch, events, externalId } = ticket;
  const { projectId, organisationId } = cast.scope;
  const nextId = pastIds();
  const columns = { ...patch.columns, ...(cast.contact && { sessionId: cast.contact.id }) };
  const facts = {
    now: createdAt,
    id: nextId(createdAt),
    projectId,
    organisationId,
    defaultType: TYPE,
    companyId: cast.contact?.companyId ?? null,
    createdBy: IMPORT,
    isWaiting: cast.contact !== undefined,
  };
  const before: TicketRow = {
    ...makeTicket(facts, { ...patch, columns }),
    externalId,
    composed: isComposed(ticket),
    newsId: null,
  };
  const messages: MessageView[] = [];
  const history: HistoryRow[] = [];
  let row: TicketRow = before;
  for (const event of events) {
    const { at } = event;
    if (event.kind === 'message') {
      const place = { id: nextId(at), ticketId: row.id, index: row.messageCount + 1 };
      const message = makeMessage(event, cast, place);
      messages.push(message);
      row = { ...row, ...toStamps(row, message), updatedAt: at, lastActivity: at };
      continue;
    }
    const view: TicketView = { ...row, ...nobodyShown };
    const changes = findChanges(view, { columns: toPatch(event), extra: {}, logs: {} }, at);
    if (changes.changed.length === 0) continue;
    for (const { field, from, to } of changes.history)
      history.push({
        project_id: projectId,
        id: nextId(at),
        ticket_id: row.id,
        at,
        actor: findActor(event.userId, cast),
        field,
        from_value: from,
        to_value: to,
      });
    row = { ...row, ...changes.columns, updatedAt: at, lastActivity: at };
  }
  // The contact of a closed ticket waits for no answer.
  if (row.status === DONE) row = { ...row, waitingSince: null };
  return { row, messages, history, before };
};
