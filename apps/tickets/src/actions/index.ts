export { closeTicketAsSpam } from './close-as-spam';
export { linkTicket, unlinkTicket } from './link-ticket';
export { archiveTicket, awaitCustomerReply, spamTicket, unarchiveTicket } from './set-fields';
export { readTicket } from './read-ticket';
export { snoozeTicket } from './snooze-ticket';
export { voteTicket } from './vote-ticket';
