import { type DomainError, notFound } from '@parley/errors';

/** 404 `session_not_found`: no such contact in this project, or no longer. */
export const contactNotFound = (): DomainError => notFound('session');
