export { listDueEngagements } from './list-due';
export { listNewsPosts } from './list-news';
export { findAnswerable, replyToEngagement } from './reply';
export { createTicketsClient, type Tickets } from './tickets';
