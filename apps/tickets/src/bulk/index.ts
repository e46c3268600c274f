export { archiveAllTickets } from './archive-all';
export { bulkReplyToTickets } from './bulk-reply';
export { bulkUpdateTickets } from './bulk-update';
export { cancelScheduledReply } from './cancel-scheduled-reply';
export { createReplier } from './fire-scheduled-replies';
export { listScheduledReplies } from './list-scheduled-replies';
export { readLateness } from './scheduled-reply.store';
export { updateSet } from './update-set';
