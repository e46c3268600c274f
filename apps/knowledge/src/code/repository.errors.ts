import { conflict, type DomainError } from '@parley/errors';

/** 409 `too_many_repositories`. */
export const tooManyRepositories = (max: number): DomainError =>
  conflict(
    'TOO_MANY_REPOSITORIES',
    `The project has ${max} repositories, the most possible. Disconnect one first.`,
  );
