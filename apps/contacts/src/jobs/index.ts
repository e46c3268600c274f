export { formerQueues } from './former-queues.sql';
