import { article, root, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
beforeAll(async () => {
  gateway = await startTestSite();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.reset());

const ask = (...request: Parameters<TestSite['ask']>) => gateway.ask(...request);

const HOSTILE = `"><script>alert(1)</script></title></script><img src=x onerror=alert(1)>`;

describe('the page of an article', () => {
  it('has a head that search engines and readers of other languages need', async () => {
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(text).toContain('<title>Refunds · ');
    for (const part of [
      '<meta name="description" content="When the money comes."/>',
      `<link rel="canonical" href="${root}/en/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="en" href="${root}/en/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="de" href="${root}/de/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="x-default" href="${root}/en/articles/12-refunds"/>`,
      '<meta property="og:title" content="Refunds"/>',
      `<meta property="og:url" content="${root}/en/articles/12-refunds"/>`,
      '<meta property="og:type" content="article"/>',
    ]) {
      expect(text).toContain(part);
    }
    const data = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? ''),
    );
    expect(data).toMatchObject([
      {
        '@type': 'Article',
        headline: 'Refunds',
        datePublished: '2026-11-01T08:00:00.000Z',
        dateModified: '2026-11-20T08:00:00.000Z',
        inLanguage: 'en',
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ position: 1 }, { name: 'Billing' }, { name: 'Refunds' }],
      },
    ]);
  });

  it('has one h1; headings of the content begin at h2', async () => {
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toContain('<h2>Soon</h2>');
  });

  it('reads from right to left in Arabic', async () => {
    gateway.answers['getVisibleArticle'] = () => ({ data: { language: 'ar', article: article('ar') } });
    expect((await ask('/help/shop/ar/articles/12-refunds')).text).toContain('<html lang="ar" dir="rtl">');
  });

  it('escapes titles, descriptions and names in every place, also in JSON-LD', async () => {
    const author = { name: HOSTILE };
    gateway.answers['getVisibleArticle'] = () => ({
      data: { language: 'en', article: article('en', { title: HOSTILE, description: HOSTILE, author }) },
    });
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<img');
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text.match(/<\/title>/g)).toHaveLength(1);
  });

  it('without its content has at most 60 KB', async () => {
    expect((await ask('/help/shop/en/articles/12-refunds')).text.length).toBeLessThan(60 * 1024);
  });
});

describe('a search', () => {
  it('shows hits with their snippets and is not for search engines', async () => {
    gateway.answers['searchArticles'] = () => ({
      data: {
        language: 'en',
        hits: [
          {
            id: 'a',
            docId: 12,
            title: 'Refunds',
            snippet: 'A <em>refund</em> &lt;b&gt;',
            url: `${root}/en/articles/12-refunds`,
          },
        ],
      },
    });
    const { text } = await ask('/help/shop/en/search?q=refund%22%3E%3Cscript%3E');
    expect(text).toContain('<a href="/help/shop/en/articles/12-refunds">Refunds</a>');
    expect(text).toContain('A <em>refund</em> &lt;b&gt;');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain('<script>');
  });

  it('looks at the first 500 characters', async () => {
    await ask(`/help/shop/en/search?q=${'x'.repeat(600)}`);
    const call = gateway.calls.find(({ rpc }) => rpc === 'searchArticles');
    expect((call?.request as { searchTerm: string }).searchTerm).toHaveLength(500);
  });
});

describe('a vote', () => {
  const vote = (headers: Record<string, string> = {}, body = 'vote=up') =>
    ask('/help/shop/en/articles/12-refunds/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  it('counts and leads back to the article: 303', async () => {
    const { status, headers } = await vote();
    expect([status, headers.location]).toEqual([303, '/help/shop/en/articles/12-refunds']);
    expect(gateway.calls.find(({ rpc }) => rpc === 'rateArticle')?.request).toMatchObject({
      articleRef: '12-refunds',
      vote: 'up',
      lang: 'en',
    });
  });

  it('from another site’s page is 403 and does not count', async () => {
    for (const origin of ['https://evil.example', 'null']) expect((await vote({ origin })).status).toBe(403);
    expect((await vote({ origin: gateway.url })).status).toBe(303);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'rateArticle')).toHaveLength(1);
  });

  it('that is none, and one larger than 1 KB, are not counted', async () => {
    expect((await vote({}, 'vote=sideways')).status).toBe(404);
    expect((await vote({}, `vote=up&x=${'x'.repeat(2_000)}`)).status).toBe(404);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'rateArticle')).toEqual([]);
  });
});
