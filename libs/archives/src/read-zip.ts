import { Readable } from 'node:stream';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { ArchiveError } from './archive-error';
import type { ArchiveBounds, ArchiveEntry, ArchiveSource } from './archive';

/** The directory is read in many small parts, which come out of blocks of this size. */
const BLOCK_BYTES = 262_144;
const MAX_BLOCKS = 4;

/** Reads a source at any place. */
class SourceReader extends RandomAccessReader {
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(private readonly source: ArchiveSource) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { source } = this;
    return Readable.from(
      (async function* () {
        yield* await source.open(start, end);
      })(),
    );
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(
      () => done(null),
      (error: Error) => done(error),
    );
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    for (let copied = 0; copied < length;) {
      const at = position + copied;
      const block = await this.#block(Math.floor(at / BLOCK_BYTES));
      const part = block.subarray(at % BLOCK_BYTES, (at % BLOCK_BYTES) + length - copied);
      if (part.length === 0) throw new ArchiveError('archive_invalid');
      part.copy(buffer, offset + copied);
      copied += part.length;
    }
  }

  #block(index: number): Promise<Buffer> {
    const held = this.#blocks.get(index);
    if (held) return held;
    const start = index * BLOCK_BYTES;
    const read = (async () => {
      const chunks: Uint8Array[] = [];
      const end = Math.min(start + BLOCK_BYTES, this.source.size);
      if (start < end) for await (const chunk of await this.source.open(start, end)) chunks.push(chunk);
      return Buffer.concat(chunks);
    })();
    this.#blocks.set(index, read);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > MAX_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return read;
  }
}

const UNIX = 3;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

const readName = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);

const readKind = (entry: Entry, name: string): ArchiveEntry['kind'] => {
  if (name.endsWith('/')) return 'folder';
  const madeOn = entry.versionMadeBy >> 8;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isLinkOrDevice = madeOn === UNIX && type !== 0 && type !== REGULAR;
  const isStoredPlainly = entry.canDecodeFileData();
  return isLinkOrDevice || !isStoredPlainly ? 'other' : 'file';
};

const readContent = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Reads a zip by its directory; the sizes there are checked while files are read. */
export async function* readZip(
  source: ArchiveSource,
  { maxBytes, maxEntries }: ArchiveBounds,
): AsyncGenerator<ArchiveEntry> {
  const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
    lazyEntries: true,
    decodeStrings: false,
    autoClose: false,
  });
  if (zip.entryCount > maxEntries) throw new ArchiveError('archive_too_large');
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = readName(entry);
    if ((unpacked += entry.uncompressedSize) > maxBytes) throw new ArchiveError('archive_too_large');
    yield {
      name,
      kind: readKind(entry, name),
      size: entry.uncompressedSize,
      read: () => readContent(zip, entry),
    };
  }
}
