import { conflict, type DomainError, exists, notFound } from '@parley/errors';

/** 404 `website_not_found`. */
export const websiteNotFound = (): DomainError => notFound('website');

/** 409 `website_exists`. */
export const websiteExists = (): DomainError => exists('WEBSITE_EXISTS');

/** 409 `too_many_websites`. */
export const tooManyWebsites = (max: number): DomainError =>
  conflict('TOO_MANY_WEBSITES', `The project has ${max} websites, the most possible. Delete one first.`);
