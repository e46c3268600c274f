import { TrackerTicketsServiceDefinition as trackers } from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import { operation } from '../rest';

export const trackerTicketOperations = [
  operation('tickets.tracker-find', 'GET /tickets/tracker-tickets', trackers, 'findTrackerTickets', {
    permission: 'TICKET_FIND',
    page: { default: 20, max: 100 },
    out: 'tickets',
  }),
  operation('tickets.tracker-create', 'POST /tickets/tracker-tickets', trackers, 'createTrackerTicket', {
    permission: 'TICKET_CREATE',
    into: 'ticket',
    out: 'ticket',
    errors: ['SESSION_RACED'],
  }),
  operation('tickets.generate-data', 'POST /tickets/generate-data', trackers, 'generateTicketData', {
    permission: 'TICKET_CREATE',
    errors: ['TICKET_NOT_FOUND'],
    timeoutMs: 30_000,
  }),
];
