export { findMemberByAddress, getNoticeRecipients } from './find-recipients';
export { NOTICES_DURABLE, onNotice } from './on-notice';
export { createNoticePusher, noticePushJob } from './push-notice';
