import { root, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
beforeAll(async () => {
  gateway = await startTestSite();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.reset());

const ask = (...request: Parameters<TestSite['ask']>) => gateway.ask(...request);

describe('sitemap and feed', () => {
  const makePage = (docId: number) => ({
    kind: 'article',
    docId,
    updatedAt: '2026-11-20T08:00:00.000Z',
    addresses: [{ language: 'en', url: `${root}/en/articles/${docId}` }],
  });
  /** As the service sends them: many in a message. */
  const pages = async function* (count: number) {
    for (let first = 1; first <= count; first += 500) {
      const size = Math.min(500, count - first + 1);
      yield { pages: Array.from({ length: size }, (_, index) => makePage(first + index)) };
    }
  };

  it('name every page, homes first', async () => {
    gateway.answers['listPages'] = () => pages(2);
    const { headers, text } = await ask('/help/shop/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      ...['en', 'de', 'ar'].map((language) => `${root}/${language}`),
      `${root}/en/articles/1`,
      `${root}/en/articles/2`,
    ]);
  });

  it('are cut beyond 10,000 addresses, and the index lists files only', async () => {
    gateway.answers['listPages'] = () => pages(9_998);
    const { text } = await ask('/help/shop/sitemap.xml');
    expect(text).toContain('<sitemapindex');
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      `${root}/sitemap-1.xml`,
      `${root}/sitemap-2.xml`,
    ]);
    const locations = async (number: number) =>
      (await ask(`/help/shop/sitemap-${number}.xml`)).text.match(/<loc>/g)?.length;
    expect([await locations(1), await locations(2)]).toEqual([10_000, 1]);
    expect((await ask('/help/shop/sitemap-3.xml')).status).toBe(404);
  });

  it('tell of the 50 latest changed articles as Atom 1.0', async () => {
    gateway.answers['listLatestArticles'] = () => ({
      articles: [
        {
          title: 'R&D <b>',
          summary: 'x',
          url: `${root}/en/articles/1`,
          publishedAt: '2026-11-01T08:00:00.000Z',
          updatedAt: '2026-11-20T08:00:00.000Z',
        },
      ],
    });
    const { headers, text } = await ask('/help/shop/en/feed.xml');
    expect(headers['content-type']).toContain('application/atom+xml');
    expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">');
    expect(text).toContain('<title>R&amp;D &lt;b&gt;</title>');
    expect(text).toContain('<updated>2026-11-20T08:00:00.000Z</updated>');
    expect(gateway.calls.find(({ rpc }) => rpc === 'listLatestArticles')?.request).toMatchObject({
      limit: 50,
    });
  });
});
