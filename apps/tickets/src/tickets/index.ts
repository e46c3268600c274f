export { announceTicket } from './announce-ticket';
export { createBreacher, overdueJob } from './breach-overdue';
export { composeTicket } from './compose-ticket';
export { countTicketsByStatus } from './count-by-status';
export { createCreateQueue, type CreateQueue } from './create-queue';
export { createTicket, storeTicket } from './create-ticket';
export { deleteTicket } from './delete-ticket';
export { getTicketReferences } from './get-ticket-references';
export { getTicket } from './get-ticket';
export { linkTickets } from './link-tickets';
export { type Exclusions, exclusions, listedWhere, listTickets } from './list-tickets';
export { makeTicket } from './new-ticket';
export { prepareTicket } from './prepare-ticket';
export {
  deleteMessagesOfContact,
  forgetInHistories,
  removeFromSessions,
  ticketsOfContact,
  withMains,
} from './purge.store';
export { readTracker } from './read-tracker';
export { requireTicket } from './require-ticket';
export { searchTickets, termRequired } from './search-tickets';
export { createTicketTexts, type TicketTexts } from './ticket-texts';
export { deleteTickets, lockWithMerged } from './ticket.delete.store';
export { ticketFields, ticketSortable } from './ticket.fields';
export { insertTickets } from './ticket.insert.store';
export { updateTicket } from './update-ticket';
export { createWaker, snoozeJob } from './wake-snoozed';
