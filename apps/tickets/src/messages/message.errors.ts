import { conflict, type DomainError, forbidden, invalid } from '@parley/errors';
import { MAX_EMOJIS, MAX_REACTIONS } from './reaction';

/** 409 `conversation_closed`: the conversation was closed for the contact. */
export const conversationClosed = (): DomainError => conflict('CONVERSATION_CLOSED');

/** 400: a note is the team's own. */
export const noteBySession = (): DomainError =>
  invalid({ field: 'session', message: 'a contact cannot write a note' });

/** 403 `not_editable`. */
export const notEditable = (): DomainError => forbidden('NOT_EDITABLE');

/** 400: a reaction is one emoji. */
export const notAnEmoji = (): DomainError => invalid({ field: 'emoji', message: 'must be one emoji' });

/** 400: a message has as many reactions as it takes. */
export const tooManyReactions = (): DomainError =>
  invalid({
    field: 'emoji',
    message: `a message takes at most ${MAX_EMOJIS} different emojis and ${MAX_REACTIONS} reactions`,
  });

/** 400: the message is no suggestion for the knowledge base. */
export const notASuggestion = (): DomainError =>
  invalid({ field: 'messageId', message: 'must be a message of type FAQ_SUGGESTION' });

/** 400: a suggestion lacks the question or answer that the knowledge base would learn. */
export const incompleteSuggestion = (field: 'question' | 'answer'): DomainError =>
  invalid({ field: `data.${field}`, message: 'the suggestion has none, so that it can only be declined' });
