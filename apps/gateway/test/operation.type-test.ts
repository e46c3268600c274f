// Checked by `tsc`: each wrong row below must be an error, and stops being one only when the row type breaks.
import { ContactsServiceDefinition as contacts } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { TicketsServiceDefinition as tickets } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { operation } from '../src/rest/operation';

export const rows = [
  operation('a.right', 'GET /tickets/{ticketId}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    out: 'ticket',
  }),

  // @ts-expect-error a path parameter must be a field of the request
  operation('a.path', 'GET /tickets/{id}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    out: 'ticket',
  }),

  // @ts-expect-error each of several path parameters must be one
  operation('a.paths', 'GET /tickets/{ticketId}/{nope}', tickets, 'getTicket', { permission: 'TICKET_FIND' }),

  operation('a.out', 'GET /tickets/{ticketId}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    // @ts-expect-error `out` must be a field of the response
    out: 'tickets',
  }),

  // @ts-expect-error the RPC must belong to the service
  operation('a.rpc', 'GET /sessions/{sessionId}', contacts, 'getTicket', { permission: 'TICKET_FIND' }),

  operation('a.into', 'POST /tickets', tickets, 'createTicket', {
    permission: 'TICKET_FIND',
    // @ts-expect-error `into` must be a field of the request
    into: 'session',
  }),

  operation('a.page', 'GET /tickets/{ticketId}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    // @ts-expect-error bounds need a request with `limit`
    page: { default: 1, max: 2 },
  }),

  operation('a.exists', 'PUT /tickets/{ticketId}', tickets, 'updateTicket', {
    permission: 'TICKET_FIND',
    // @ts-expect-error the RPC asked for existence must belong to the service
    exists: 'getContact',
  }),

  operation('a.error', 'GET /tickets/{ticketId}', tickets, 'getTicket', {
    permission: 'TICKET_FIND',
    // @ts-expect-error an error must be declared in libs/errors
    errors: ['TICKTE_NOT_FOUND'],
  }),

  // @ts-expect-error a row of the dashboard demands a permission
  operation('a.demand', 'GET /tickets', tickets, 'listTickets', {}),

  operation('a.permission', 'GET /tickets', tickets, 'listTickets', {
    // @ts-expect-error a permission must be in the table of roles
    permission: 'TICKET_READ',
  }),

  // @ts-expect-error the method must be one that an operation may have
  operation('a.method', 'FETCH /tickets', tickets, 'listTickets', { permission: 'TICKET_FIND' }),
];
