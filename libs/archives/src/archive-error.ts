/** Why an archive cannot be read. */
export type ArchiveErrorCode = 'archive_invalid' | 'archive_too_large' | 'archive_empty';

/** An archive that cannot be read; another attempt would end the same way. */
export class ArchiveError extends Error {
  constructor(
    readonly code: ArchiveErrorCode,
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}
