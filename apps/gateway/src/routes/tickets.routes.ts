import { TicketsServiceDefinition as tickets } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { operation } from '../rest';
import { ticketHits } from './tickets.shapes';

export const ticketOperations = [
  operation('tickets.list', 'GET /tickets', tickets, 'listTickets', {
    permission: 'TICKET_FIND',
    page: { default: 50, max: 1000 },
    out: { text: 'text', ask: 'asText' },
  }),
  operation('tickets.create', 'POST /tickets', tickets, 'createTicket', {
    permission: 'TICKET_CREATE',
    into: 'ticket',
    out: 'ticket',
  }),
  operation('tickets.compose', 'POST /tickets/compose', tickets, 'composeTicket', {
    permission: 'TICKET_CREATE',
    into: 'ticket',
    out: 'ticket',
    errors: ['SESSION_RACED', 'MAILBOX_NOT_FOUND'],
  }),
  operation('tickets.search', 'GET /tickets/search', tickets, 'searchTickets', {
    permission: 'TICKET_FIND',
    page: { default: 30, max: 30 },
    out: { text: 'text', of: ticketHits, ask: 'asText' },
  }),
  operation('tickets.counts', 'GET /tickets/ticketscount', tickets, 'countTicketsByStatus', {
    permission: 'TICKET_FIND',
    out: 'counts',
  }),
  operation('tickets.tags', 'GET /tags', tickets, 'listTags', { permission: 'TICKET_FIND' }),
  operation('tickets.get', 'GET /tickets/{ticketId}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    passesUnknownQuery: true,
    out: 'ticket',
  }),
  operation('tickets.update', 'PUT /tickets/{ticketId}', tickets, 'updateTicket', {
    permission: 'TICKET_UPDATE',
    into: 'ticket',
    out: 'ticket',
    errors: ['MAILBOX_NOT_FOUND'],
  }),
  operation(
    'tickets.send-transcript',
    'POST /tickets/{ticketId}/send-transcript',
    tickets,
    'sendTranscript',
    {
      permission: 'TICKET_UPDATE',
      errors: ['CONTACT_REQUIRED', 'TRANSCRIPT_EMPTY'],
    },
  ),
  operation('tickets.delete', 'DELETE /tickets/{ticketId}', tickets, 'deleteTicket', {
    permission: 'TICKET_DELETE',
    out: 'empty',
  }),
];
