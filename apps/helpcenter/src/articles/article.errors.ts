import { conflict, type DomainError, notFound } from '@parley/errors';

/** 404 `article_not_found`. */
export const articleNotFound = (): DomainError => notFound('article');

/** 409 `version_conflict`. */
export const versionConflict = (version: number): DomainError =>
  conflict(
    'VERSION_CONFLICT',
    `The article has version ${version} by now. Read it again and repeat the change on that.`,
    { version: String(version) },
  );
