export { gatherNotices } from './gather-notices';
export { createNoticeGiver, noticeJob } from './give-notice';
export { deleteNoticesOfTickets, deleteNoticesTo } from './notice.store';
export { givesNotice, NOTICES_DURABLE, onTicketEvents } from './on-ticket-events';
export { isNoticeMail } from './notice';
export { holdsNotice } from './notice-texts';
