export type { ArchiveBounds, ArchiveEntry, ArchiveSource } from './archive';
export { ArchiveError, type ArchiveErrorCode } from './archive-error';
export { readZip } from './read-zip';
export { safePath } from './safe-path';
export { openStoredFile } from './stored-file';
export { watchSource } from './watch';
