export { handOverTickets } from './hand-over-tickets';
