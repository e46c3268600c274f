export { createTrackerTicket } from './create-tracker-ticket';
export { findTrackerTickets } from './find-tracker-tickets';
export { generateTicketData } from './generate-ticket-data';
