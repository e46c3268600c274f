export { findSimilarTickets } from './find-similar-tickets';
export { ticketSource } from './read-tickets';
export { forgetTickets, forgetTicketsOfContact, markOutdatedTickets } from './ticket-vector.store';
