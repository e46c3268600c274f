export { getUnifiedInboxTicket } from './get-unified-inbox-ticket';
export { listUnifiedInbox } from './list-unified-inbox';
