export { createMailbox } from './create-mailbox';
export { deleteMailbox } from './delete-mailbox';
export { type Incoming, type MailboxRow, type Outgoing, secretContext } from './mailbox';
export { mailboxNotFound } from './mailbox.errors';
export { presentMailbox } from './mailbox.present';
export { countLeftovers, findMailbox, leaveTeam } from './mailbox.store';
export { getMailbox, listMailboxes } from './read-mailboxes';
export { resealMailboxes } from './reseal-mailboxes';
export { updateMailbox } from './update-mailbox';
