import { TicketSearchServiceDefinition as search } from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import { operation } from '../rest';

export const ticketSearchOperations = [
  operation('tickets.extended-search', 'GET /tickets/extendedsearch', search, 'searchTicketsExtended', {
    permission: 'TICKET_FIND',
  }),
  operation('tickets.by-session-query', 'GET /tickets/by-session-query', search, 'findTicketsBySession', {
    permission: 'TICKET_FIND',
  }),
  operation(
    'tickets.notification',
    'GET /tickets/notification/{shareToken}',
    search,
    'getNotificationTicket',
    {
      permission: 'TICKET_FIND',
      out: 'ticket',
      errors: ['TICKET_NOT_FOUND'],
    },
  ),
];
