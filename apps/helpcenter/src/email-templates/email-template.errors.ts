import { type DomainError, notFound } from '@parley/errors';

/** 404 `email_template_not_found`. */
export const emailTemplateNotFound = (): DomainError => notFound('email_template');
