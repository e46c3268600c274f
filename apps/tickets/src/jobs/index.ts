export { formerQueues } from './former-queues.sql';
export { reportLags } from './report-lags';
