export { listTicketViewers } from './list-ticket-viewers';
export { createPresence, type Presence } from './presence';
export { setTicketViewing } from './set-ticket-viewing';
