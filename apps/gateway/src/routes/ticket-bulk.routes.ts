import { TicketBulkServiceDefinition as bulk } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { operation } from '../rest';

/** The most ids in a selection, 50,000, and the fields beside them. */
const MAX_SELECTION_VALUES = 50_100;

export const ticketBulkOperations = [
  operation('tickets.bulk-update', 'PUT /tickets/bulk', bulk, 'bulkUpdateTickets', {
    permission: 'TICKET_UPDATE',
    errors: ['INVALID_SELECTION', 'INVALID_QUERY', 'FORBIDDEN_FILTER'],
    timeoutMs: 120_000,
    maxJsonValues: MAX_SELECTION_VALUES,
  }),
  operation('tickets.archive-all', 'PUT /tickets/archive/all', bulk, 'archiveAllTickets', {
    permission: 'TICKET_UPDATE',
    errors: ['INVALID_QUERY', 'FORBIDDEN_FILTER'],
    timeoutMs: 60_000,
  }),
  operation('tickets.bulk-reply', 'POST /tickets/bulk/reply', bulk, 'bulkReplyToTickets', {
    permission: 'MESSAGE_CREATE',
    errors: ['INVALID_SELECTION', 'INVALID_QUERY', 'FORBIDDEN_FILTER'],
    timeoutMs: 60_000,
  }),
  operation(
    'tickets.list-scheduled-replies',
    'GET /tickets/{ticketId}/scheduled-replies',
    bulk,
    'listScheduledReplies',
    {
      permission: 'MESSAGE_FIND',
      page: { default: 50, max: 100 },
      out: 'replies',
    },
  ),
  operation(
    'tickets.cancel-scheduled-reply',
    'DELETE /tickets/{ticketId}/scheduled-replies/{scheduledReplyId}',
    bulk,
    'cancelScheduledReply',
    {
      permission: 'MESSAGE_UPDATE',
      out: 'reply',
      errors: ['REPLY_ALREADY_SENT'],
    },
  ),
];
