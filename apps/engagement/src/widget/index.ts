export { listDueEngagements } from './list-due';
export { findAnswerable, replyToEngagement } from './reply';
export { createTicketsClient, type Tickets } from './tickets';
