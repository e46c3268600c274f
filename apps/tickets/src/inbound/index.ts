export { deliverMail } from './deliver-mail';
export { findReplyAddresses } from './find-reply-addresses';
export { receiveEmail } from './receive-email';
