export { findTicketsBySession } from './find-tickets-by-session';
export { getNotificationTicket } from './get-notification-ticket';
export { searchTicketsExtended } from './search-tickets-extended';
