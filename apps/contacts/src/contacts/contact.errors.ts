import { type DomainError, forbidden, notFound } from '@parley/errors';

/** 404 `session_not_found`: no such contact in this project, or no longer. */
export const contactNotFound = (): DomainError => notFound('session');

/** 403 `contact_blocked`: the contact was blocked, and can write by no channel. */
export const contactBlocked = (): DomainError => forbidden('CONTACT_BLOCKED');
