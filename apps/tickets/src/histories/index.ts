export { getTicketHistories, listTicketProjects, streamTicketHistories } from './tell-histories';
export { findRunningClocks } from './ticket-history.store';
