import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { CallContext } from '@parley/rpc';
import { personId } from '../caller-id';
import { presentTicket, type TicketView } from '../core';

/** The document of a ticket that the caller made, who has read it. */
export const presentNew = (row: TicketView, context: Pick<CallContext, 'scope'>): Ticket => ({
  ...presentTicket(row),
  ...(personId(context) !== null && { unreadForMe: false }),
});
