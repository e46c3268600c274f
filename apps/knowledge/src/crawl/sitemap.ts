import { Parser } from 'htmlparser2';
import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';

/** Bytes of a sitemap, unpacked, and addresses in it, by the protocol. */
export const MAX_SITEMAP_BYTES = 50 * 1_048_576;
export const MAX_SITEMAP_ADDRESSES = 50_000;

const MAX_ADDRESS = 2_048;
const GZIP_MAGIC = [0x1f, 0x8b];

/** Elements that may be open at once, and attributes of one: a sitemap has four, and hardly any. */
const MAX_OPEN_ELEMENTS = 100;
const MAX_ATTRIBUTES = 1_000;

/** What stands in a sitemap: a page, or another sitemap. */
export interface SitemapEntry {
  kind: 'page' | 'sitemap';
  url: string;
}

/** The sitemap is over its bounds; the part read before counts. */
export class SitemapTooLargeError extends Error {}

const isGzip = (start: Uint8Array): boolean => GZIP_MAGIC.every((byte, at) => start[at] === byte);

/** The bytes of a sitemap, unpacked when they are gzip, whatever the headers say, up to the bound. */
async function* unpacked(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const all = (async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  })();
  let chunks: AsyncIterable<Uint8Array> = all;
  // A single byte as a first chunk is too little to decide; no server sends that.
  if (isGzip(first.value)) {
    const gunzip = createGunzip();
    // Its errors end the loop below.
    pipeline(Readable.from(all), gunzip, () => undefined);
    chunks = gunzip;
  }
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new SitemapTooLargeError(`A sitemap has more than ${maxBytes} bytes`);
    yield Buffer.from(chunk);
  }
}

/**
 * Reads a sitemap, an index of sitemaps, or a text with an address in each line, as it streams in. Entities that the file
 * declares stay what they are: names. Never more than one address is held.
 *
 * @throws SitemapTooLargeError for more than 50 MB unpacked, 50,000 addresses, or XML that is nested beyond reason.
 */
export async function* readSitemap(
  body: AsyncIterable<Uint8Array>,
  { maxBytes = MAX_SITEMAP_BYTES, maxAddresses = MAX_SITEMAP_ADDRESSES } = {},
): AsyncGenerator<SitemapEntry> {
  const found: SitemapEntry[] = [];
  let count = 0;
  const add = (kind: SitemapEntry['kind'], text: string): void => {
    const url = text.trim();
    if (url !== '' && url.length <= MAX_ADDRESS) found.push({ kind, url });
  };
  const read = createReader(add);
  for await (const chunk of unpacked(body, maxBytes)) {
    let refusal: unknown;
    try {
      read.write(chunk);
    } catch (error) {
      refusal = error;
    }
    for (const entry of found.splice(0)) {
      if ((count += 1) > maxAddresses)
        throw new SitemapTooLargeError(`A sitemap has more than ${maxAddresses} addresses`);
      yield entry;
    }
    if (refusal !== undefined) throw refusal;
  }
  read.end();
  yield* found.splice(0, maxAddresses - count);
}

interface Reader {
  write(chunk: Buffer): void;
  end(): void;
}

const createReader = (add: (kind: SitemapEntry['kind'], url: string) => void): Reader => {
  const decoder = new TextDecoder();
  let reader: { write(text: string): void; end(): void } | undefined;
  const write = (text: string): void => {
    if (text === '') return;
    reader ??= text.trimStart().startsWith('<') ? createXmlReader(add) : createLineReader(add);
    reader.write(text);
  };
  return {
    write: (chunk) => write(decoder.decode(chunk, { stream: true })),
    end: () => {
      write(decoder.decode());
      reader?.end();
    },
  };
};

const createXmlReader = (add: (kind: SitemapEntry['kind'], url: string) => void): Parser => {
  let owner: SitemapEntry['kind'] | undefined;
  let address: string | undefined;
  let open = 0;
  let attributes = 0;
  const count = (most: number, found: number): void => {
    // The parser compares each element with all that are open.
    if (found > most) throw new SitemapTooLargeError('A sitemap has too many open elements or attributes');
  };
  return new Parser(
    {
      onattribute: () => count(MAX_ATTRIBUTES, (attributes += 1)),
      onopentag: (name) => {
        attributes = 0;
        count(MAX_OPEN_ELEMENTS, (open += 1));
        const tag = name.replace(/^.*:/, '');
        if (tag === 'url') owner = 'page';
        else if (tag === 'sitemap') owner = 'sitemap';
        // Images and videos have addresses of their own, in elements of other name spaces.
        else if (name === 'loc' || name === 'sm:loc' || name === 'ns:loc') address = '';
      },
      ontext: (text) => {
        if (address !== undefined && address.length <= MAX_ADDRESS) address += text;
      },
      onclosetag: (name) => {
        open -= 1;
        if (/(^|:)loc$/.test(name) && address !== undefined) {
          if (owner) add(owner, address);
          address = undefined;
        } else if (/(^|:)(url|sitemap)$/.test(name)) owner = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
};

const createLineReader = (
  add: (kind: SitemapEntry['kind'], url: string) => void,
): { write(text: string): void; end(): void } => {
  let rest = '';
  return {
    write: (text) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = (lines.pop() as string).slice(0, MAX_ADDRESS + 1);
      for (const line of lines) add('page', line);
    },
    end: () => add('page', rest),
  };
};
