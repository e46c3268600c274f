import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Below this a disk counts as full, in bytes: running writes need some room to finish. */
export const MIN_FREE_BYTES = 64 * 2 ** 20;

/** More than a file system keeps beside a name. */
const PROBE = Buffer.alloc(4_096, 1);

/**
 * Rejects when hardly anything more can be written below a folder: its disk is full, its quota used up, or it may only be read.
 * Writes and removes a small file, since a quota shows in nothing else.
 */
export const demandFreeSpace = async (folder: string, minFreeBytes = MIN_FREE_BYTES): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < minFreeBytes) {
    const megabytes = Math.floor(free / 2 ** 20);
    throw Object.assign(new Error(`The disk of ${folder} is full: ${megabytes} MB are free`), {
      code: 'ENOSPC',
    });
  }
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, PROBE, { flag: 'wx' });
  } finally {
    await rm(probe, { force: true });
  }
};
