import { sitemapFile, sitemapIndex, SITEMAP_SIZE, type SitemapPage } from './sitemap';
import { xmlText } from './xml';

const pages = async function* (count: number, languages = ['en']): AsyncGenerator<SitemapPage> {
  for (let number = 1; number <= count; number += 1) {
    yield {
      addresses: languages.map((language) => ({ language, url: `https://x.example/${language}/${number}` })),
      updatedAt: '2026-11-22T08:00:00.000Z',
    };
  }
};

const collectText = async (chunks: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
};

const listLocations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);

it('names each address with its change, and its other languages', async () => {
  const xml = await collectText(sitemapFile(pages(1, ['en', 'pt_BR']), 1));
  expect(listLocations(xml)).toEqual(['https://x.example/en/1', 'https://x.example/pt_BR/1']);
  expect(xml.match(/<lastmod>2026-11-22T08:00:00.000Z<\/lastmod>/g)).toHaveLength(2);
  expect(xml.match(/hreflang="pt-BR" href="https:\/\/x.example\/pt_BR\/1"/g)).toHaveLength(2);
  expect(xml).toContain('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"');
});

it('holds at most 10,000 addresses a file, each once, whatever page they are cut in', async () => {
  expect(SITEMAP_SIZE).toBe(10_000);
  const of = (number: number) =>
    collectText(sitemapFile(pages(5_001, ['en', 'de', 'fr']), number)).then(listLocations);
  const [first, second, third] = await Promise.all([of(1), of(2), of(3)]);
  expect([first.length, second.length, third.length]).toEqual([10_000, 5_003, 0]);
  expect(new Set([...first, ...second]).size).toBe(15_003);
});

it('lists files only, where there are several', () => {
  expect(listLocations(sitemapIndex('https://x.example', 2))).toEqual([
    'https://x.example/sitemap-1.xml',
    'https://x.example/sitemap-2.xml',
  ]);
});

it('escapes what XML gives a meaning, and leaves out what it cannot hold', () => {
  expect(xmlText(`<a href="x">R&D's\u0000\u000b\ud800 ü😀</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;R&amp;D&apos;s ü😀&lt;/a&gt;',
  );
});
