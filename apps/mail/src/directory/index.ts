export { findMailboxes } from './find-mailboxes';
export { getMailboxAddress } from './get-mailbox-address';
export { noteReceived } from './note-received';
export { receivingAddresses } from './receiving-addresses';
export { findReceiving } from './receiving.store';
