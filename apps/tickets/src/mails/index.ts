export { type Brand, type Brands, createBrands } from './brand';
export { finishMail } from './finish-mail';
export { escaped, framePage } from './frame-mail';
export { gatherMissed } from './gather-missed';
export { createFindSender, createMailboxTransport, type FindSender } from './mailboxes';
