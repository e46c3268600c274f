import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  findChanges,
  historyActor,
  presentTicket,
  saveTicket,
  type TicketRow,
  type TicketView,
} from '../core';
import type { Deps } from '../deps';
import { linkTickets, lockWithLinks, requireTicket } from '../tickets';

/**
 * Changes a ticket by its state under the lock, so that two who add to one list lose nothing.
 *
 * @param linked Tickets that it may be linked to by this.
 */
export const changeLocked = async (
  deps: Deps,
  context: CallContext,
  ticketId: string,
  { linked, change }: { linked?: string[]; change: (row: TicketView) => Partial<TicketRow> },
): Promise<Ticket> => {
  const { projectId, actor } = projectScope(context.scope);
  await requireTicket(deps.db, projectId, ticketId);
  const now = deps.clock();
  const origin = { actor: historyActor(actor), now, headers: eventHeaders(context) };
  const after = await runTransaction(deps.db, async (tx) => {
    const row = await lockWithLinks(tx, projectId, ticketId, linked);
    if (!row) throw notFound('ticket');
    const changes = findChanges(row, { columns: change(row), extra: {}, logs: {} }, now);
    const saved = await saveTicket(tx, row, changes, origin);
    await linkTickets(tx, origin.headers, saved, { before: row.linkedTicketIds, now });
    return saved;
  });
  deps.wakeEvents();
  return presentTicket(after);
};
