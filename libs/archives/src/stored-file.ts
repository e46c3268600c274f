import type { FileStore } from '@parley/files';
import type { ArchiveSource } from './archive';
import { ArchiveError } from './archive-error';

/**
 * A stored file that may be an archive.
 *
 * @throws ArchiveError `archive_invalid` when there is no such file.
 */
export const openStoredFile = async (
  files: Pick<FileStore, 'find' | 'get'>,
  key: string,
): Promise<ArchiveSource> => {
  const info = await files.find(key);
  if (!info) throw new ArchiveError('archive_invalid');
  return {
    size: info.size,
    open: async (start, end) => {
      const part = start >= end ? undefined : await files.get(key, { start, end: end - 1 });
      return part ? part.stream : (async function* () {})();
    },
  };
};
