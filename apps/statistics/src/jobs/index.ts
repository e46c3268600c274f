export { formerQueues } from './former-queues.sql';
export { workJobs } from './work-jobs';
