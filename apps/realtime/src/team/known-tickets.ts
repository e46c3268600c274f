import { notFound } from '@parley/errors';
import type { TicketReference } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** Those of the tickets that are in the project of the call. */
export const knownTickets = async (
  { tickets }: Pick<Deps, 'tickets'>,
  ids: readonly string[],
  context: CallContext,
): Promise<Map<string, TicketReference>> => {
  if (ids.length === 0) return new Map();
  const found = await tickets.getTicketReferences({ ids: [...ids] }, context);
  return new Map(found.tickets.map((ticket) => [ticket.id, ticket]));
};

/** A ticket of the project. 404 `ticket_not_found`. */
export const requireTicket = async (
  deps: Pick<Deps, 'tickets'>,
  ticketId: string,
  context: CallContext,
): Promise<TicketReference> => {
  const ticket = (await knownTickets(deps, [ticketId], context)).get(ticketId);
  if (!ticket) throw notFound('ticket');
  return ticket;
};
