import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { bulkReplyToTickets, bulkUpdateTickets, cancelScheduledReply, listScheduledReplies } from '../bulk';
import type { Deps } from '../deps';

export const ticketBulkRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketBulkServiceDefinition, {
    bulkUpdateTickets: (request, context) => bulkUpdateTickets(deps, request, context),
    bulkReplyToTickets: (request, context) => bulkReplyToTickets(deps, request, context),
    listScheduledReplies: (request, context) => listScheduledReplies(deps, request, context),
    cancelScheduledReply: (request, context) => cancelScheduledReply(deps, request, context),
  });
