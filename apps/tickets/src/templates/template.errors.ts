import { type DomainError, notFound } from '@parley/errors';

/** 404 `message_template_not_found`. */
export const templateNotFound = (): DomainError => notFound('message_template');
