import { conflict, type DomainError, forbidden } from '@parley/errors';

/** 409 `conversation_merged`. */
export const conversationMerged = (): DomainError =>
  conflict(
    'CONVERSATION_MERGED',
    'The conversation was merged into another one. Go on in the one that mergedInto names, or open a new one.',
  );

/** 403 `not_rateable`: contacts rate what others wrote. */
export const notRateable = (): DomainError =>
  forbidden('NOT_RATEABLE', 'The contact wrote this message. Only messages of others can be rated.');
