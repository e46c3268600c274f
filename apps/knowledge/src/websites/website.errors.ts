import { conflict, type DomainError } from '@parley/errors';

/** 409 `too_many_websites`. */
export const tooManyWebsites = (max: number): DomainError =>
  conflict('TOO_MANY_WEBSITES', `The project has ${max} websites, the most possible. Delete one first.`);
