import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  DeleteTicketRequest,
  DeleteTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import {
  conversationDeleted,
  getConversations,
  tellOfConversations,
  appendRows,
  ticketDeleted,
  getTicket,
} from '../core';
import type { Deps } from '../deps';
import { deleteTickets, lockWithMerged } from './ticket.delete.store';

/**
 * Deletes a ticket for good, with all tickets merged into it. Emits one event with its last document, and one for each conversation
 * that a contact loses.
 */
export const deleteTicket = async (
  { db, wakeEvents }: Pick<Deps, 'db' | 'wakeEvents'>,
  { ticketId }: DeleteTicketRequest,
  context: CallContext,
): Promise<DeleteTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw notFound('ticket');
  await runTransaction(db, async (tx) => {
    const ids = await lockWithMerged(tx, projectId, [ticketId]);
    const ticket = ids.includes(ticketId) ? await getTicket(tx, projectId, ticketId) : undefined;
    if (!ticket) throw notFound('ticket');
    const headers = eventHeaders(context);
    const seen = await getConversations(tx, projectId, ids);
    await appendRows(tx, [
      ticketDeleted(
        ticket,
        ids.filter((id) => id !== ticketId),
        headers,
      ),
      ...seen.map((conversation) => conversationDeleted(conversation, headers)),
    ]);
    await tellOfConversations(tx, projectId, await deleteTickets(tx, projectId, ids), headers);
  });
  wakeEvents();
  return {};
};
