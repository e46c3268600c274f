export { draftReply } from './draft-reply';
export { findRecentWords, type RecentWords } from './recent-words.store';
export { type Draft, draftTicket } from './draft';
