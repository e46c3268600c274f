import { TicketComparisonServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/ticket_comparison_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { groupTickets, rankTickets } from '../tickets';

export const ticketComparisonRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketComparisonServiceDefinition, {
    rankTickets: (request, context) => rankTickets(deps, request, context),
    groupTickets: (request, context) => groupTickets(deps, request, context),
  });
