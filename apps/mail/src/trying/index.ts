export { testMailbox } from './test-mailbox';
