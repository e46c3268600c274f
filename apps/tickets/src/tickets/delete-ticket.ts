import { projectScope } from '@parley/auth';
import { isId, runTransaction } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type DeleteTicketRequest,
  type DeleteTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { type Deps } from '../deps';
import { appendRows } from '../events/event.store';
import { ticketNotFound } from './ticket.errors';
import { eventHeaders, ticketDeleted } from './ticket.events';
import { deleteTickets, lockWithMerged } from './ticket.delete.store';
import { presentTicket } from './ticket.present';
import { getTicket } from './ticket.store';

/** Deletes a ticket for good, with all that was merged into it. One event tells of it, with its last document. */
export const deleteTicket = async (
  { db, wakeEvents }: Pick<Deps, 'db' | 'wakeEvents'>,
  { ticketId }: DeleteTicketRequest,
  context: CallContext,
): Promise<DeleteTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw ticketNotFound();
  await runTransaction(db, async (tx) => {
    const ids = await lockWithMerged(tx, projectId, [ticketId]);
    const ticket = ids.includes(ticketId) ? await getTicket(tx, projectId, ticketId) : undefined;
    if (!ticket) throw ticketNotFound();
    await appendRows(tx, [ticketDeleted(presentTicket(ticket), eventHeaders(context))]);
    await deleteTickets(tx, projectId, ids);
  });
  wakeEvents();
  return {};
};
