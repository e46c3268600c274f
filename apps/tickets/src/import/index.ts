export { importTickets } from './import-tickets';
