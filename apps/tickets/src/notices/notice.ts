/** The person and the ticket of notices. */
export interface NoticePlace {
  ticketId: string;
  userId: string;
}

/** The queue of the mails to a person about a ticket: one that is due takes all that wait with it. */
export const toNoticeQueue = ({ ticketId, userId }: NoticePlace): string => `notice:${ticketId}:${userId}`;

/** The id of a mail: each person gets one notice of an event. Indexes find mails by its parts. */
export const toNoticeId = ({ ticketId, userId, eventId }: NoticePlace & { eventId: string }): string =>
  `notice:${ticketId}:${userId}:${eventId}`;

/** The page of a ticket in the inbox. */
export const buildTicketLink = (
  publicUrl: string,
  { projectId, ticketId }: { projectId: string; ticketId: string },
): string => `${publicUrl}/inbox/t/${ticketId}?project=${projectId}`;

const ANSWERED = /^notice\.[0-9a-f]{24}\.[0-9a-f]{24}@/;

/** Whether a Message-ID, without brackets, is that of a notice. */
export const isNoticeMail = (messageId: string): boolean => ANSWERED.test(messageId);
