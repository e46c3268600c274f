import { conflict, type DomainError, exists, notFound } from '@parley/errors';

/** 404 `repository_not_found`. */
export const repositoryNotFound = (): DomainError => notFound('repository');

/** 409 `repository_name_taken`. */
export const repositoryNameTaken = (): DomainError => exists('REPOSITORY_NAME_TAKEN');

/** 409 `too_many_repositories`. */
export const tooManyRepositories = (max: number): DomainError =>
  conflict(
    'TOO_MANY_REPOSITORIES',
    `The project has ${max} repositories, the most possible. Disconnect one first.`,
  );
