import { TicketHistoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTicketHistories, listTicketProjects, streamTicketHistories } from '../histories';

export const ticketHistoryRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketHistoryServiceDefinition, {
    listTicketProjects: (request) => listTicketProjects(deps, request),
    streamTicketHistories: (request) => streamTicketHistories(deps, request),
    getTicketHistories: (request) => getTicketHistories(deps, request),
  });
