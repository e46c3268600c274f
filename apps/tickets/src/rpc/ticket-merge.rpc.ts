import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import type { Deps } from '../deps';
import { mergeTickets } from '../merge';

export const ticketMergeRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketMergeServiceDefinition, {
    mergeTickets: (request, context) => mergeTickets(deps, request, context),
  });
