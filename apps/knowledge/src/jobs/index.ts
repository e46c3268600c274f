export { formerQueues } from './former-queues.sql';
export { createWorkers } from './workers';
