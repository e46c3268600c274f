import { ArchiveError } from './archive-error';
import { MAX_FILE_BYTES, isSkippedPath, readText, safePath } from './repository-file';
import { readTar } from './read-tar';
import { readZip } from './read-zip';

/** Most bytes of an archive's files together, and most entries of any kind. */
export const MAX_UNPACKED_BYTES = 200 * 1_048_576;
export const MAX_ENTRIES = 20_000;

/** Bounds of an archive, narrower in tests. */
export interface ArchiveBounds {
  maxBytes: number;
  maxEntries: number;
}

/** A file that lies somewhere and is read in parts. */
export interface ArchiveSource {
  size: number;
  /** The bytes from `start`, before `end`, as they come. */
  open(start: number, end: number): Promise<AsyncIterable<Uint8Array>>;
}

/** An entry of an archive. */
export interface ArchiveEntry {
  /** As the archive writes it. */
  name: string;
  /** `other` is a link, a device or an encrypted file. */
  kind: 'file' | 'folder' | 'other';
  size: number;
  /** The content of a file, in memory; only while this entry is the current one. */
  read(): Promise<Buffer>;
}

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

/** A source of which is known whether it failed: then the archive may be well. */
const watch = (source: ArchiveSource): ArchiveSource & { failure?: unknown } => {
  const watched: ArchiveSource & { failure?: unknown } = {
    size: source.size,
    open: async (start, end) => {
      try {
        return reading(await source.open(start, end));
      } catch (error) {
        throw (watched.failure = error);
      }
    },
  };
  async function* reading(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      throw (watched.failure = error);
    }
  }
  return watched;
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
  const watched = watch(source);
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
