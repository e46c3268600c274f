export { linkTicket, unlinkTicket } from './link-ticket';
export { archiveTicket, readTicket, spamTicket, unarchiveTicket } from './set-fields';
export { snoozeTicket } from './snooze-ticket';
export { voteTicket } from './vote-ticket';
