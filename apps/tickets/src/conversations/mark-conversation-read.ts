import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId, runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  ReadConversationRequest,
  ReadConversationResponse,
} from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { Deps } from '../deps';
import {
  appendRows,
  type TicketRow,
  type TicketView,
  ticketUpdated,
  lockTicket,
  writeTicket,
  conversationRead,
  findPosition,
  readConversation,
  requireConversation,
  tellOfConversations,
} from '../core';
import { indexAt, unreadAfter } from './mark-conversation-read.store';

const UNREAD_MARK = 'sessionNotificationsUnread';

/** The place up to which is read: that of a message, else of the newest. A deleted message still has its place. */
const resolvePosition = async (tx: Sql, row: TicketView, messageId: string | undefined): Promise<number> => {
  if (messageId === undefined) return row.contactPosition;
  const position = isId(messageId) ? await findPosition(tx, row.projectId, row.id, messageId) : undefined;
  if (position === undefined) throw notFound('message');
  return position;
};

/** What changes when the contact has read up to a place; never back. */
const readUpTo = async (tx: Sql, row: TicketView, place: number): Promise<Partial<TicketRow>> => {
  const { projectId, id } = row;
  const position = Math.max(row.contactReadPosition, place);
  const unread = await unreadAfter(tx, projectId, id, position);
  const index =
    position === row.contactPosition ? row.messageCount : await indexAt(tx, projectId, id, position);
  return {
    contactReadPosition: position,
    contactReadIndex: Math.max(row.contactReadIndex, index),
    contactUnread: unread,
    [UNREAD_MARK]: row[UNREAD_MARK] && unread > 0,
  };
};

const differs = (row: TicketRow, columns: Partial<TicketRow>): boolean =>
  (Object.keys(columns) as (keyof TicketRow)[]).some((property) => row[property] !== columns[property]);

const markRead = async (
  tx: Sql,
  row: TicketView,
  place: number,
  { now, headers }: { now: Date; headers: Record<string, string> },
): Promise<void> => {
  const { projectId, id, sessionId } = row;
  const columns = await readUpTo(tx, row, place);
  if (sessionId === null || !differs(row, columns)) return;
  const isNews = columns.contactUnread !== row.contactUnread;
  const isMarkTaken = columns[UNREAD_MARK] !== row[UNREAD_MARK];
  const written = {
    ...columns,
    ...(isNews && { contactUpdatedAt: now }),
    ...(isMarkTaken && { updatedAt: now }),
  };
  const after = { ...row, ...written };
  const events = isMarkTaken ? [ticketUpdated(after, { changed: [UNREAD_MARK] }, headers)] : [];
  await writeTicket(tx, row, { columns: written, history: [], events });
  if (!isNews) return;
  await appendRows(tx, [conversationRead({ projectId, id, contactId: sessionId }, headers)]);
  await tellOfConversations(tx, projectId, [id], headers);
};

/** Marks a conversation as read by its contact, up to a message or the newest. */
export const markConversationRead = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  request: ReadConversationRequest,
  context: CallContext,
): Promise<ReadConversationResponse> => {
  const { projectId } = projectScope(context.scope);
  const { id: conversationId, contactId } = await requireConversation(db, projectId, request);
  const occasion = { now: clock(), headers: eventHeaders(context) };
  const conversation = await runTransaction(db, async (tx) => {
    const row = await lockTicket(tx, projectId, conversationId);
    if (row?.sessionId !== contactId || row.hidden) throw notFound('conversation');
    await markRead(tx, row, await resolvePosition(tx, row, request.messageId), occasion);
    return readConversation(tx, projectId, { conversationId });
  });
  wakeEvents();
  return { conversation };
};
