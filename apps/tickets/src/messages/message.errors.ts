import { conflict, type DomainError, invalid } from '@parley/errors';

/** 409 `conversation_closed`: the conversation was closed for the contact. */
export const conversationClosed = (): DomainError =>
  conflict(
    'CONVERSATION_CLOSED',
    'The conversation is closed. Reopen it before the contact can write again.',
  );

/** 400: a note is the team's own. */
export const noteBySession = (): DomainError =>
  invalid({ field: 'session', message: 'a contact cannot write a note' });
