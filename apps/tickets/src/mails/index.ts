export { createBrands } from './brand';
export { finishMail } from './finish-mail';
export { gatherMissed } from './gather-missed';
