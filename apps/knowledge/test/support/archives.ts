import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import type { ArchiveSource } from '../../src/code/read-archive';

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

const UNIX = 3 << 8;
const modes: Record<string, number> = { file: 0o100644, symlink: 0o120777, 'block-device': 0o060600 };

/** Packs a zip. */
export const packZip = (members: readonly Member[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', type = 'file', claimedSize } of members) {
    const path = Buffer.from(name);
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? plain.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 0, 'latin1');
    entry.writeUInt16LE(UNIX | 20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(((modes[type ?? 'file'] ?? 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    files.push(local);
    directory.push(entry, path);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, index, end]);
};

/** An archive in memory as a file that lies somewhere. */
export const toSource = (bytes: Buffer): ArchiveSource => ({
  size: bytes.length,
  open: (start, end) => Promise.resolve(Readable.from([bytes.subarray(start, end)])),
});
