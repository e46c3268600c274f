import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  createFolderStore,
  createLayeredStore,
  createS3Store,
  fileKey,
  type FileStore,
  type OpenFile,
} from '../src';
import { content, PROJECT, storeConformance } from './conformance';
import { startS3 } from '@parley/testing';

const finish: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of finish.splice(0)) await end();
});

const newFolder = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-files-'));
  finish.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const filesIn = async (directory: string): Promise<string[]> =>
  existsSync(directory)
    ? (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

const readText = async (file: OpenFile | undefined): Promise<string | undefined> => file && text(file.stream);

const openS3 = async (): Promise<{ store: FileStore; left(): Promise<string[]> }> => {
  const server = await startS3();
  finish.push(() => server.stop());
  return { store: createS3Store(server.options), left: () => filesIn(server.directory) };
};

describe('a folder', () => {
  storeConformance(async () => {
    const directory = await newFolder();
    return { store: createFolderStore({ directory }), left: () => filesIn(directory) };
  });

  it('holds its files after a restart', async () => {
    const directory = await newFolder();
    const key = fileKey(PROJECT, 'kept.txt');
    await createFolderStore({ directory }).put(key, content('kept'), { contentType: 'text/plain' });
    const file = await createFolderStore({ directory }).get(key);
    expect(await readText(file)).toBe('kept');
  });

  it('does not pass the check when its disk has less space than it may, and leaves nothing of the check behind', async () => {
    const directory = await newFolder();
    await createFolderStore({ directory }).check();
    expect(await filesIn(directory)).toEqual([]);
    await expect(createFolderStore({ directory, minFreeBytes: Infinity }).check()).rejects.toMatchObject({
      code: 'ENOSPC',
      message: expect.stringContaining(`The disk of ${directory}`),
    });
  });

  it('sweeps what a process that died left half-written a day ago, and nothing younger', async () => {
    const directory = await newFolder();
    const store = createFolderStore({ directory });
    await store.check();
    const [stale, fresh] = ['stale', 'fresh'].map((name) => join(directory, '.incoming', name)) as [
      string,
      string,
    ];
    for (const path of [stale, fresh]) await writeFile(path, 'half');
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    await utimes(stale, yesterday, yesterday);
    await store.put(fileKey(PROJECT, 'a.txt'), content('a'), { contentType: 'text/plain' });
    expect([existsSync(stale), existsSync(fresh)]).toEqual([false, true]);
  });
});

describe('a bucket', () => {
  storeConformance(openS3);

  it('that is not there does not pass the check', async () => {
    const server = await startS3();
    const store = createS3Store({ ...server.options, bucket: 'elsewhere' });
    await expect(store.check()).rejects.toThrow();
    await store.close();
    await server.stop();
  });
});

describe('a bucket over the folder that was used before', () => {
  storeConformance(async () => {
    const [bucket, directory] = [await openS3(), await newFolder()];
    const store = createLayeredStore(bucket.store, createFolderStore({ directory }));
    return { store, left: async () => [...(await bucket.left()), ...(await filesIn(directory))] };
  });

  it('finds and deletes what was stored before the move, and stores in the bucket', async () => {
    const [bucket, directory] = [await openS3(), await newFolder()];
    const folder = createFolderStore({ directory });
    const [before, after] = [fileKey(PROJECT, 'before.txt'), fileKey(PROJECT, 'after.txt')];
    await folder.put(before, content('before'), { contentType: 'text/plain' });
    const store = createLayeredStore(bucket.store, folder);
    await store.put(after, content('after'), { contentType: 'text/plain' });
    expect([await store.find(before), await store.find(after)]).toEqual([{ size: 6 }, { size: 5 }]);
    expect([await folder.find(after), await bucket.store.find(after)]).toEqual([undefined, { size: 5 }]);
    const file = await store.get(before, { start: 2, end: 5 });
    expect(await readText(file)).toBe('fore');
    await store.delete(before);
    expect(await store.find(before)).toBeUndefined();
    await store.close();
  });
});
