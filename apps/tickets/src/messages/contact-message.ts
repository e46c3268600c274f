import { type Sql } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import { appendRows } from '../events/event.store';
import { eventHeaders, ticketUpdated } from '../tickets/ticket.events';
import { presentTicket } from '../tickets/ticket.present';
import { getTicket } from '../tickets/ticket.store';
import { type PreparedMessage, type WrittenMessage } from './add-message';

/**
 * Tells that a contact's message changed the ticket when it woke or reopened it, and only then. Runs in the transaction of the
 * message.
 */
export const tellOfContactMessage = async (
  tx: Sql,
  context: CallContext,
  { insert: { row } }: PreparedMessage,
  { status, statusBefore }: Pick<WrittenMessage, 'status' | 'statusBefore'>,
): Promise<void> => {
  if (status === statusBefore) return;
  const ticket = await getTicket(tx, row.projectId, row.ticketId);
  if (!ticket) return;
  await appendRows(tx, [ticketUpdated(presentTicket(ticket), ['status'], eventHeaders(context))]);
};
