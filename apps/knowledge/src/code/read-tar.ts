import { type ArchiveBounds, type ArchiveEntry, ArchiveError, type ArchiveSource } from '@parley/archives';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';

const kinds: Partial<Record<NonNullable<Header['type']>, ArchiveEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
};

/** Passes bytes on up to a bound. */
const bounded = (maxBytes: number): Transform => {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) done(new ArchiveError('archive_too_large'));
      else done(null, chunk);
    },
  });
};

const HEADER_BYTES = 512;

/** Header and padding of so many entries are not their content. */
const overhead = (maxEntries: number): number => (maxEntries + 2) * 2_048;

/** Reads a tar, maybe packed with gzip, as one stream. */
export async function* readTar(
  source: ArchiveSource,
  { maxBytes, maxEntries, isGzip }: ArchiveBounds & { isGzip: boolean },
): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const bytes = Readable.from(await source.open(0, source.size));
  const limit = bounded(maxBytes + overhead(maxEntries));
  // tar-stream's streams are compatible with those of Node.js, though their types are not.
  const sink = tar as unknown as NodeJS.WritableStream;
  const flow = isGzip ? pipeline(bytes, createGunzip(), limit, sink) : pipeline(bytes, limit, sink);
  let failure: unknown;
  const ended = flow.catch((error: unknown) => {
    failure = error;
    tar.destroy(error as Error);
  });
  let unpacked = 0;
  let any = false;
  try {
    for await (const stream of tar) {
      any = true;
      const { name, size = 0, type } = stream.header;
      const kind = kinds[type ?? 'file'] ?? 'other';
      if (kind === 'file' && (unpacked += size) > maxBytes) throw new ArchiveError('archive_too_large');
      yield {
        name,
        kind,
        size,
        read: async () => {
          const chunks: Uint8Array[] = [];
          for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
          return Buffer.concat(chunks);
        },
      };
      stream.resume();
    }
    await ended;
    if (failure !== undefined) throw failure;
  } finally {
    bytes.destroy();
    tar.destroy();
    await ended;
  }
  // The library takes less than a header for an archive without entries.
  if (!any && !isGzip && source.size < HEADER_BYTES) throw new ArchiveError('archive_invalid');
}
