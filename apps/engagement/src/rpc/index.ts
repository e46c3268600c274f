export { createImplementations } from './implementations';
export { mailsRpc } from './mails.rpc';
