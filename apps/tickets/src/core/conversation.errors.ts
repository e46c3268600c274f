import { conflict, type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 `conversation_not_found`. */
export const conversationNotFound = (): DomainError => notFound('conversation');

/** 404 `contact_not_found`. */
export const contactNotFound = (): DomainError => notFound('contact');

/** 409 `contact_required`. */
export const contactRequired = (): DomainError => conflict('CONTACT_REQUIRED');

/** 409 `conversation_merged`. */
export const conversationMerged = (): DomainError =>
  conflict(
    'CONVERSATION_MERGED',
    'The conversation was merged into another one. Go on in the one that mergedInto names, or open a new one.',
  );

/** 403 `not_rateable`: contacts rate what others wrote. */
export const notRateable = (): DomainError =>
  forbidden('NOT_RATEABLE', 'The contact wrote this message. Only messages of others can be rated.');
