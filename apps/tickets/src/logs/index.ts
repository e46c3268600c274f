export { getActivityLogs, getConsoleLogs, getNetworkLogs, getReplay } from './get-logs';
export { listTicketHistory } from './list-ticket-history';
export { namedHistory, withNames } from './named-history';
export type { HistoryView } from './ticket-history.store';
