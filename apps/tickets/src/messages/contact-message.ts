import type { Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { tellOfConversations, appendRows, type HistoryRow, ticketUpdated, DONE, getTicket } from '../core';
import type { PreparedMessage, WrittenMessage } from './add-message';

/**
 * Emits a ticket event when a contact's message woke or reopened the ticket, and only then. Runs in the transaction of the message.
 */
export const tellOfContactMessage = async (
  tx: Sql,
  context: CallContext,
  { insert: { row, actor } }: PreparedMessage,
  { status, statusBefore, changeId }: Pick<WrittenMessage, 'status' | 'statusBefore' | 'changeId'>,
): Promise<void> => {
  if (status === statusBefore) return;
  const ticket = await getTicket(tx, row.projectId, row.ticketId);
  if (!ticket) return;
  const change: HistoryRow = {
    project_id: row.projectId,
    id: changeId,
    ticket_id: row.ticketId,
    at: row.createdAt,
    actor,
    field: 'status',
    from_value: statusBefore,
    to_value: status,
  };
  const update = { changed: ['status'], history: [change] };
  const headers = eventHeaders(context);
  await appendRows(tx, [ticketUpdated(ticket, update, headers)]);
  // Its contact sees that too: the conversation is no longer resolved.
  if (statusBefore === DONE && ticket.sessionId !== null && !ticket.hidden)
    await tellOfConversations(tx, row.projectId, [row.ticketId], headers);
};
