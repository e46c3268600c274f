export { findSender } from './find-sender';
export { sendMail } from './send-mail';
export { openSender } from './sender';
