import { conflict, type DomainError } from '@parley/errors';

/** 409 `version_conflict`. */
export const versionConflict = (version: number): DomainError =>
  conflict(
    'VERSION_CONFLICT',
    `The article has version ${version} by now. Read it again and repeat the change on that.`,
    { version: String(version) },
  );

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
