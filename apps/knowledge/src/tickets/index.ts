export { findSimilarTickets } from './find-similar-tickets';
export { groupTickets } from './group-tickets';
export { rankTickets } from './rank-tickets';
export { ticketSource } from './read-tickets';
export { forgetTickets, forgetTicketsOfContact, markOutdatedTickets } from './ticket-vector.store';
