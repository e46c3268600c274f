export { createBrands } from './brand';
export { finishMail } from './finish-mail';
export { gatherMissed } from './gather-missed';
export { createFindSender, createMailboxTransport } from './mailboxes';
