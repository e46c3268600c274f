export { createTicketCounts, type TicketCounts } from './ticket-counts';
