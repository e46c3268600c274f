import { DomainError, invalid } from '@parley/errors';

/** 400: the contact was deleted while the ticket was being written. */
export const sessionGone = (): DomainError =>
  invalid({ field: 'session', message: 'this project has no such session' });

/** 400: a ticket can only wake in the future. */
export const snoozedUntilPast = (): DomainError =>
  invalid({ field: 'snoozedUntil', message: 'must be in the future' });

/** 400: a composed ticket needs someone to write to. */
export const recipientRequired = (): DomainError =>
  invalid({ field: 'session', message: 'session or email is required' });

/** 400: a ticket is not linked to itself. */
export const linkedToItself = (field: string): DomainError =>
  invalid({ field, message: 'must be another ticket' });

/** 400: a change would make a tracker of a ticket, or the other way round. */
export const trackerDecided = (): DomainError =>
  invalid({
    field: 'trackerTicket',
    message: 'must be the id of a ticket; whether a ticket is a tracker is decided when it is created',
  });

/** 400: a ticket to link was deleted while the link was being written. */
export const linkedTicketGone = (): DomainError =>
  invalid({ field: 'linkedTickets', message: 'this project has no such ticket' });

/** Whether a write failed because the ticket's contact is no longer kept (foreign key). */
export const isSessionGone = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23503' && constraint === 'ticket_session_fkey';
};

/** Whether a write failed because a ticket to link is gone. */
export const isLinkGone = (error: unknown): boolean =>
  error instanceof DomainError && error.fields.some(({ field }) => field.startsWith('linkedTickets'));
