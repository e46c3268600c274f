import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { Deps } from '../deps';
import {
  composeTicket,
  countTicketsByStatus,
  createTicket,
  deleteTicket,
  getTicket,
  listTickets,
  searchTickets,
  updateTicket,
} from '../tickets';

const { methods } = TicketsServiceDefinition;

export const ticketsRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketsServiceDefinition, {
    listTickets: (request, context) => listTickets(deps, request, context),
    createTicket: deps.effects.once(methods.createTicket, (request, context) =>
      createTicket(deps, request, context),
    ),
    composeTicket: deps.effects.once(methods.composeTicket, (request, context) =>
      composeTicket(deps, request, context),
    ),
    getTicket: (request, context) => getTicket(deps, request, context),
    updateTicket: (request, context) => updateTicket(deps, request, context),
    deleteTicket: (request, context) => deleteTicket(deps, request, context),
    countTicketsByStatus: (request, context) => countTicketsByStatus(deps, request, context),
    searchTickets: (request, context) => searchTickets(deps, request, context),
  });
