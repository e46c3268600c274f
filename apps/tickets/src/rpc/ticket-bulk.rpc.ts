import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { bulkReplyToTickets } from '../bulk/bulk-reply';
import { bulkUpdateTickets } from '../bulk/bulk-update';
import { cancelScheduledReply } from '../bulk/cancel-scheduled-reply';
import { listScheduledReplies } from '../bulk/list-scheduled-replies';
import { type Deps } from '../deps';

export const ticketBulkRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketBulkServiceDefinition, {
    bulkUpdateTickets: (request, context) => bulkUpdateTickets(deps, request, context),
    bulkReplyToTickets: (request, context) => bulkReplyToTickets(deps, request, context),
    listScheduledReplies: (request, context) => listScheduledReplies(deps, request, context),
    cancelScheduledReply: (request, context) => cancelScheduledReply(deps, request, context),
  });
