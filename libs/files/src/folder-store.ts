import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileId, isFileId, isFileKey } from './file-key';
import type { FileStore } from './file-store';
import { demandFreeSpace } from './free-space';

/** Half-written files of a process that died are swept once they are older than this, in milliseconds. */
const STALE_MS = 24 * 60 * 60_000;

/** Bytes that the streams between sender and disk buffer, with a margin. */
const BYTES_HELD = 256 * 1024;

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));

const missing = (error: unknown): undefined => {
  if (isMissing(error)) return undefined;
  throw error;
};

/** A name is durable once its folder is. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
};

/** Removes folders that became empty, from the innermost outwards. */
const prune = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
};

const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(missing);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
};

/** The entries of a folder; none if it does not exist. */
async function* entriesIn(folder: string): AsyncGenerator<Dirent> {
  const found = await opendir(folder).catch(missing);
  if (found) yield* found;
}

/** Where the folder is. */
export interface FolderStoreOptions {
  directory: string;
  /** With less free space on its disk nothing can be stored; default 64 MiB. */
  minFreeBytes?: number;
}

/**
 * Files in a folder of this machine. A file is written under another name, flushed and then renamed. So no reader sees half a file,
 * also after a crash.
 */
export const createFolderStore = ({ directory, minFreeBytes }: FolderStoreOptions): FileStore => {
  const incoming = join(directory, '.incoming');
  const toPath = (key: string): string | undefined =>
    isFileKey(key) ? join(directory, ...key.split('/')) : undefined;
  let prepared: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await mkdir(incoming, { recursive: true });
    await sweep(incoming);
  };

  const find: FileStore['find'] = async (key) => {
    const path = toPath(key);
    const found = path === undefined ? undefined : await stat(path).catch(missing);
    return found?.isFile() ? { size: found.size } : undefined;
  };

  return {
    bytesHeld: BYTES_HELD,
    find,
    put: async (key, content) => {
      const path = toPath(key);
      if (!path) throw new RangeError(`${key} is no key of a file`);
      await (prepared ??= prepare());
      const temporary = join(incoming, randomUUID());
      // Opened before anything is read: a stream that opens the file by itself may still do so after it was removed below.
      const file = await open(temporary, 'wx');
      try {
        await pipeline(content, file.createWriteStream({ flush: true }));
        const { size } = await stat(temporary);
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
        for (const folder of [dirname(path), dirname(dirname(path)), directory]) await syncFolder(folder);
        return { size };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      const path = toPath(key);
      const handle: FileHandle | undefined = path ? await open(path, 'r').catch(missing) : undefined;
      if (!handle) return undefined;
      try {
        const found = await handle.stat();
        if (!found.isFile()) {
          await handle.close();
          return undefined;
        }
        return { size: found.size, stream: createReadStream('', { fd: handle, ...range }) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async *list() {
      for await (const { name: project } of entriesIn(directory))
        for await (const { name: id } of entriesIn(join(directory, project)))
          for await (const { name } of entriesIn(join(directory, project, id))) {
            const key = [project, id, name].join('/');
            const found = isFileKey(key) ? await stat(join(directory, key)).catch(missing) : undefined;
            if (found) yield { key, storedAt: found.mtime };
          }
    },
    delete: async (key) => {
      const id = isFileKey(key) ? fileId(key) : key;
      if (!isFileId(id)) return;
      // Each file has a folder of its own.
      const folder = join(directory, ...id.split('/'));
      await rm(folder, { recursive: true, force: true });
      await prune([dirname(folder)]);
    },
    check: async () => {
      await mkdir(incoming, { recursive: true });
      await demandFreeSpace(incoming, minFreeBytes);
    },
    close: async () => undefined,
  };
};
