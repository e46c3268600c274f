import {
  type ArchiveBounds,
  type ArchiveEntry,
  ArchiveError,
  type ArchiveSource,
  readZip,
  safePath,
  watchSource,
} from '@parley/archives';
import { MAX_FILE_BYTES, isSkippedPath, readText } from './repository-file';
import { readTar } from './read-tar';

/** Most bytes of an archive's files together, and most entries of any kind. */
export const MAX_UNPACKED_BYTES = 200 * 1_048_576;
export const MAX_ENTRIES = 20_000;

/** A file of a repository; `text` is undefined when it was passed over. */
export interface RepositoryFile {
  path: string;
  text?: string | undefined;
}

const readStart = async (source: ArchiveSource): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await source.open(0, Math.min(source.size, 4))) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const isZip = (start: Buffer): boolean => start.toString('latin1', 0, 2) === 'PK';
const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b;

const readFile = async (entry: ArchiveEntry): Promise<RepositoryFile | undefined> => {
  if (entry.kind === 'folder') return undefined;
  const path = safePath(entry.name);
  if (entry.kind === 'other' || path === undefined) return { path: entry.name };
  if (isSkippedPath(path) || entry.size > MAX_FILE_BYTES) return { path };
  return { path, text: readText(await entry.read()) };
};

/**
 * Reads the files of a .zip, .tar or .tar.gz in order. Its content shows the format. Nothing is written
 * to disk and no link followed. Folders are no files; skipped files come without a text.
 *
 * @throws ArchiveError `archive_invalid`, `archive_too_large`, `archive_empty` when no file has a text; errors of the source.
 */
export async function* readArchive(
  source: ArchiveSource,
  bounds: ArchiveBounds = { maxBytes: MAX_UNPACKED_BYTES, maxEntries: MAX_ENTRIES },
): AsyncGenerator<RepositoryFile> {
  const watched = watchSource(source);
  let entries = 0;
  let texts = 0;
  try {
    const start = await readStart(watched);
    const all = isZip(start)
      ? readZip(watched, bounds)
      : readTar(watched, { ...bounds, isGzip: isGzip(start) });
    for await (const entry of all) {
      if ((entries += 1) > bounds.maxEntries) throw new ArchiveError('archive_too_large');
      const file = await readFile(entry);
      if (!file) continue;
      if (file.text !== undefined) texts += 1;
      yield file;
    }
  } catch (error) {
    if (watched.failure !== undefined) throw watched.failure;
    throw error instanceof ArchiveError ? error : new ArchiveError('archive_invalid', { cause: error });
  }
  if (texts === 0) throw new ArchiveError('archive_empty');
}
