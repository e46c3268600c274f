import { conflict, DomainError, notFound } from '@parley/errors';

/** Why a merged ticket gets no reply of its own. */
export const TICKET_MERGED = 'ticket_merged';

/** 400 `invalid_selection`: the selection names no ticket, or more than the operation takes. */
export const invalidSelection = (message: string): DomainError =>
  new DomainError('invalid', 'INVALID_SELECTION', message, { fields: [{ field: 'selection', message }] });

/** 404 `scheduled_reply_not_found`. */
export const scheduledReplyNotFound = (): DomainError => notFound('scheduled_reply');

/** 409 `reply_already_sent`: a sent reply cannot be cancelled. */
export const replyAlreadySent = (): DomainError => conflict('REPLY_ALREADY_SENT');
