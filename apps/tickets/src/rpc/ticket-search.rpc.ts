import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketSearchServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import type { Deps } from '../deps';
import { findTicketsBySession, getNotificationTicket, searchTicketsExtended } from '../search';

export const ticketSearchRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketSearchServiceDefinition, {
    searchTicketsExtended: (request, context) => searchTicketsExtended(deps, request, context),
    findTicketsBySession: (request, context) => findTicketsBySession(deps, request, context),
    getNotificationTicket: (request, context) => getNotificationTicket(deps, request, context),
  });
