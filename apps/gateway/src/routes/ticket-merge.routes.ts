import { TicketMergeServiceDefinition as merging } from '@parley/proto/generated/parley/tickets/v1/ticket_merge_service';
import { operation } from '../rest';

export const ticketMergeOperations = [
  operation('tickets.merge', 'PUT /tickets/merge', merging, 'mergeTickets', {
    permission: 'TICKET_UPDATE',
    out: 'ticket',
    timeoutMs: 30_000,
  }),
];
