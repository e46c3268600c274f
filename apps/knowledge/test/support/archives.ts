import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import type { ArchiveSource } from '@parley/archives';

export { packZip } from '@parley/testing';

/** A file of an archive, or what else its attributes make of it. */
export interface Member {
  name: string;
  content?: string | Buffer;
  type?: Header['type'];
  linkname?: string;
  /** What a zip claims the size to be. */
  claimedSize?: number;
}

/** Packs a tar. */
export const packTar = async (members: readonly Member[]): Promise<Buffer> => {
  const tar = pack();
  for (const { name, content = '', type = 'file', linkname } of members)
    tar.entry({ name, type, ...(linkname !== undefined && { linkname }) }, type === 'file' ? content : '');
  tar.finalize();
  return buffer(tar as unknown as Readable);
};

/** Packs a tar with gzip. */
export const packTarGz = async (members: readonly Member[]): Promise<Buffer> =>
  gzipSync(await packTar(members), { level: 1 });

/** An archive in memory as a file that lies somewhere. */
export const toSource = (bytes: Buffer): ArchiveSource => ({
  size: bytes.length,
  open: (start, end) => Promise.resolve(Readable.from([bytes.subarray(start, end)])),
});
