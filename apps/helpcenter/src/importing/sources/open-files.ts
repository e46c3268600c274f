import { ArchiveError, type ArchiveSource, readZip, safePath, watchSource } from '@parley/archives';
import { isSameLanguage } from '../../localised';
import { MAX_ENTRIES, MAX_FILE_BYTES, MAX_UNPACKED_BYTES } from '../import';
import type { SourceFile } from './plan';

/** The files of an import. */
export interface OpenedFiles {
  files: SourceFile[];
  /** Name of the folder around all of them. */
  root?: string;
  /** Entries that are passed over: links, devices, encrypted files, and names that lead elsewhere. */
  refused: string[];
}

/** Files that systems and editors leave, which are no content. */
const isClutter = (path: string): boolean =>
  path
    .split('/')
    .some((segment) => segment.startsWith('.') || segment === '__MACOSX' || segment === 'node_modules');

/**
 * The files of a ZIP by its directory; none is unpacked yet. A JSON file is one by itself.
 *
 * @throws ArchiveError `archive_invalid`, `archive_too_large`, `archive_empty`; errors of the source.
 */
export const openFiles = async (
  source: ArchiveSource,
  { name, languages }: { name: string; languages: readonly string[] },
): Promise<OpenedFiles> => {
  if (source.size > MAX_FILE_BYTES) throw new ArchiveError('archive_too_large');
  const watched = watchSource(source);
  if (await isJson(watched)) return { files: [openWhole(watched, `${name}.json`)], refused: [] };
  const opened: OpenedFiles = { files: [], refused: [] };
  const seen = new Set<string>();
  try {
    for await (const entry of readZip(watched, { maxBytes: MAX_UNPACKED_BYTES, maxEntries: MAX_ENTRIES })) {
      if (entry.kind === 'folder') continue;
      const path = cleanPath(entry.name);
      if (path === '' || entry.kind === 'other' || path.length > 1_000) opened.refused.push(entry.name);
      else if (!isClutter(path) && !seen.has(path)) {
        seen.add(path);
        opened.files.push({ path, size: entry.size, read: () => readEntry(entry.read, watched) });
      }
    }
  } catch (error) {
    if (watched.failure !== undefined) throw watched.failure;
    throw error instanceof ArchiveError ? error : new ArchiveError('archive_invalid', { cause: error });
  }
  if (opened.files.length === 0) throw new ArchiveError('archive_empty');
  return { ...opened, ...withoutCommonFolder(opened.files, languages) };
};

/** Whether a file begins as JSON does, whatever its name is. */
const isJson = async (source: ArchiveSource): Promise<boolean> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await source.open(0, Math.min(source.size, 64))) chunks.push(chunk);
  return /^[\uFEFF\s]*[[{]/.test(Buffer.concat(chunks).toString('utf8'));
};

/** A file that is no archive. */
const openWhole = (source: ArchiveSource, path: string): SourceFile => ({
  path,
  size: source.size,
  read: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await source.open(0, source.size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  },
});

/** The path of an entry in one spelling; empty for one that would lie elsewhere. */
const cleanPath = (name: string): string =>
  (safePath(name) ?? '')
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');

const readEntry = async (read: SourceFile['read'], source: { failure?: unknown }): Promise<Buffer> => {
  try {
    return await read();
  } catch (error) {
    if (source.failure !== undefined) throw source.failure;
    throw new ArchiveError('archive_invalid', { cause: error });
  }
};

/** Archives of repositories have one folder around everything, which is no collection. */
const withoutCommonFolder = (
  files: SourceFile[],
  languages: readonly string[],
): Pick<OpenedFiles, 'files' | 'root'> => {
  const [folder = ''] = files[0]?.path.split('/') ?? [];
  const prefix = `${folder}/`;
  const isLanguage = languages.some((language) => isSameLanguage(language, folder));
  if (isLanguage || !files.every(({ path }) => path.startsWith(prefix))) return { files };
  return { root: folder, files: files.map((file) => ({ ...file, path: file.path.slice(prefix.length) })) };
};
