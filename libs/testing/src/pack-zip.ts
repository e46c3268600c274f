import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, or what else its attributes make of it. */
export interface ZipMember {
  name: string;
  content?: string | Buffer;
  type?: string | null;
  /** Size in the directory of the zip; default the true one. */
  claimedSize?: number;
}

const UNIX = 3 << 8;
const modes: Record<string, number> = { file: 0o100644, symlink: 0o120777, 'block-device': 0o060600 };

/** Packs a zip. */
export const packZip = (members: readonly ZipMember[]): Buffer => {
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
