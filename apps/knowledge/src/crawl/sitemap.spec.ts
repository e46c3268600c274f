import { expectBoundedWork } from '@parley/testing';
import { gzipSync } from 'node:zlib';
import { readSitemap, type SitemapEntry, SitemapTooLargeError } from './sitemap';

async function* chunks(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const readAll = async (
  text: string | Buffer,
  options: Parameters<typeof readSitemap>[1] = {},
  size = 7,
): Promise<SitemapEntry[]> => {
  const found: SitemapEntry[] = [];
  for await (const entry of readSitemap(chunks(Buffer.from(text), size), options)) found.push(entry);
  return found;
};

const urlset = (...urls: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url>\n<loc> ${url} </loc><lastmod>2026-01-01</lastmod></url>`)
    .join('')}</urlset>`;

const pages = (...urls: string[]): SitemapEntry[] => urls.map((url) => ({ kind: 'page', url }));

describe('sitemaps', () => {
  test('pages in their order, entities of XML decoded', async () => {
    expect(await readAll(urlset('https://a.example/?a=1&amp;b=2', 'https://a.example/2'))).toEqual(
      pages('https://a.example/?a=1&b=2', 'https://a.example/2'),
    );
  });

  test('an index names sitemaps', async () => {
    const index = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
    expect(await readAll(index)).toEqual([{ kind: 'sitemap', url: 'https://a.example/1.xml' }]);
  });

  test('CDATA and addresses of images', async () => {
    const text =
      '<urlset><url><loc><![CDATA[https://a.example/x]]></loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url></urlset>';
    expect(await readAll(text)).toEqual(pages('https://a.example/x'));
  });

  test('gzip is told by content', async () => {
    expect(await readAll(gzipSync(urlset('https://a.example/1')))).toEqual(pages('https://a.example/1'));
  });

  test('a text with an address in each line', async () => {
    expect(await readAll('https://a.example/1\r\nhttps://a.example/2')).toEqual(
      pages('https://a.example/1', 'https://a.example/2'),
    );
  });

  test('entities that the file declares are not expanded: a billion laughs stay one', async () => {
    const entities = Array.from(
      { length: 10 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join('');
    const text = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY l0 "lol">${entities}]>${urlset('https://a.example/&l10;')}`;
    const found = await readAll(text);
    expect(found).toHaveLength(1);
    expect(found[0]?.url.length).toBeLessThan(100);
  });

  test('external entities are never read', async () => {
    const text = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${urlset('https://a.example/&e;')}`;
    expect(await readAll(text)).toEqual(pages('https://a.example/&e;'));
  });

  test('50,000 addresses are read, one more ends it with what was read before', async () => {
    const text = urlset(...Array.from({ length: 50_001 }, (_, index) => `https://a.example/${index}`));
    const found: SitemapEntry[] = [];
    const read = async (): Promise<void> => {
      for await (const entry of readSitemap(chunks(Buffer.from(text), 65_536))) found.push(entry);
    };
    await expect(read()).rejects.toThrow(SitemapTooLargeError);
    expect(found).toHaveLength(50_000);
  });

  test('50 MB count unpacked: a gzip bomb ends there', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000, ' '));
    await expect(readAll(bomb, { maxBytes: 100_000 }, 64)).rejects.toThrow(SitemapTooLargeError);
  });

  test.each([
    ['elements that are open', '<a>'.repeat(200_000) + '</b>'.repeat(200_000)],
    ['attributes of one', `<urlset ${Array.from({ length: 200_000 }, (_, n) => `a${n}=""`).join(' ')}>`],
  ])('too many %s end it with what was read before, in bounded time', async (_what, rest) => {
    const found: SitemapEntry[] = [];
    const text = Buffer.from(`${urlset('https://a.example/1').replace('</urlset>', '')}${rest}`);
    const read = async (): Promise<void> => {
      for await (const entry of readSitemap(chunks(text, 512))) found.push(entry);
    };
    await expectBoundedWork(() => expect(read()).rejects.toThrow(SitemapTooLargeError));
    expect(found[0]).toEqual({ kind: 'page', url: 'https://a.example/1' });
  });

  test('broken gzip is an error, not an end', async () => {
    const broken = gzipSync(urlset('https://a.example/1')).subarray(0, 40);
    await expect(readAll(broken)).rejects.toThrow();
  });

  test('what is no sitemap has no addresses', async () => {
    expect(await readAll('<html><body><a href="/x">x</a></body></html>')).toEqual([]);
    expect(await readAll('')).toEqual([]);
  });
});
