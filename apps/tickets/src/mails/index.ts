export { type Brands, createBrands } from './brand';
export { finishMail } from './finish-mail';
export { escaped } from './frame-mail';
export { gatherMissed } from './gather-missed';
export { createFindSender, createMailboxTransport } from './mailboxes';
