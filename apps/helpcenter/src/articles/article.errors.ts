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

/** 404 `article_version_not_found`. */
export const articleVersionNotFound = (): DomainError => notFound('article_version');

/** 404 `draft_not_found`. */
export const draftNotFound = (): DomainError => notFound('draft');

/** 409 `version_conflict` of a staged draft; undefined when there is none. */
export const draftVersionConflict = (draftVersion: number | undefined): DomainError =>
  conflict(
    'VERSION_CONFLICT',
    draftVersion === undefined
      ? 'The draft was published or discarded by now. Read the article again.'
      : `The draft has draftVersion ${draftVersion} by now. Read it again and repeat the change on that.`,
    draftVersion === undefined ? {} : { draftVersion: String(draftVersion) },
  );

/** 409 `live_changed`. */
export const liveChanged = (version: number): DomainError =>
  conflict(
    'LIVE_CHANGED',
    `The article has version ${version} by now, which the draft was not begun from. Publish with force=true to overwrite it.`,
    { version: String(version) },
  );
