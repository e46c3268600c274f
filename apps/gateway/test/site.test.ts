import { notFound, unavailable } from '@parley/errors';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT } from './support/identities';

const DOMAIN = 'help.shop.example';
const root = 'https://support.example.com/help/shop';
const site = {
  projectId: PROJECT,
  organisationId: ORGANISATION,
  name: 'Shop & Söhne',
  slug: 'shop',
  defaultLanguage: 'en',
  languages: ['en', 'de', 'ar'],
  helpcenter: { slug: 'shop', color: '#aa0000', headline: { en: 'How can we help?' } },
};

const HOSTILE = `"><script>alert(1)</script></title></script><img src=x onerror=alert(1)>`;

const article = (language: string, more: object = {}) => ({
  id: '0123456789abcdef01234567',
  docId: 12,
  slug: 'refunds',
  title: 'Refunds',
  description: 'When the money comes.',
  contentHtml: '<h1>Soon</h1><p>Within 14 days.</p>',
  language,
  languages: ['en', 'de'],
  url: `${root}/${language}/articles/12-refunds`,
  collection: { id: 'c', docId: 3, title: 'Billing', url: `${root}/${language}/collections/3-billing` },
  breadcrumbs: [{ id: 'c', docId: 3, title: 'Billing', url: `${root}/${language}/collections/3-billing` }],
  tags: [],
  publishedAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  upvotes: 3,
  downvotes: 1,
  ...more,
});

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ publicUrl: 'https://support.example.com' });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.calls.splice(0);
  Object.assign(gateway.answers, {
    resolveHelpcenterSite: ({ site: name, domain }: { site: string; domain: string }) => {
      if (name === 'shop' || name === PROJECT) return site;
      if (name === 'own' || domain === DOMAIN) return { ...site, slug: 'own', customDomain: DOMAIN };
      if (name === 'hidden') return { ...site, slug: 'hidden', noindex: true };
      throw notFound('helpcenter');
    },
    getTexts: () => ({
      language: 'en',
      texts: { 'helpcenter.notFound': 'Not found', 'helpcenter.home': 'Home' },
    }),
    getVisibleArticle: ({ articleRef, lang }: { articleRef: string; lang: string }) => {
      if (!articleRef.startsWith('12')) throw notFound('article');
      return { data: { language: lang, article: article(lang === 'de' ? 'de' : 'en') } };
    },
    getVisibleCollection: () => {
      throw notFound('collection');
    },
    listVisibleCollections: () => ({ data: { language: 'en', collections: [] } }),
    getPage: () => ({
      page: {
        kind: 'article',
        docId: 12,
        addresses: ['en', 'de'].map((language) => ({
          language,
          url: `${root}/${language}/articles/12-refunds`,
        })),
      },
    }),
    searchArticles: () => ({ data: { language: 'en', hits: [] } }),
    resolveRedirect: () => ({}),
    rateArticle: () => ({ vote: 'up', upvotes: 4, downvotes: 1 }),
  });
});

interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const ask = (
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Page> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest(`${gateway.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asked.on('error', reject).end(body);
  });

const target = async (path: string, options?: Parameters<typeof ask>[1]): Promise<[number, string?]> => {
  const { status, headers } = await ask(path, options);
  return [status, headers.location];
};

describe('addresses of the site', () => {
  it('leads from the root to the language that the browser wants, else to the default one', async () => {
    const of = (wanted: string) => target('/help/shop', { headers: { 'accept-language': wanted } });
    expect(await of('de-AT,de;q=0.9')).toEqual([302, '/help/shop/de']);
    expect(await of('fr')).toEqual([302, '/help/shop/en']);
    expect(await target('/help/shop/')).toEqual([302, '/help/shop/en']);
    expect((await ask('/help/shop')).headers.vary).toContain('Accept-Language');
  });

  it('leads from another or no slug, another case and a slash at the end to the canonical address: 301', async () => {
    expect(await target('/help/shop/en/articles/12')).toEqual([301, '/help/shop/en/articles/12-refunds']);
    expect(await target('/help/shop/en/articles/12-old-title')).toEqual([
      301,
      '/help/shop/en/articles/12-refunds',
    ]);
    expect(await target('/help/shop/EN/articles/12-refunds')).toEqual([
      301,
      '/help/shop/en/articles/12-refunds',
    ]);
    expect(await target('/help/shop/en/')).toEqual([301, '/help/shop/en']);
  });

  it('leads to a language that the article has when it lacks the one of the address: 302', async () => {
    expect(await target('/help/shop/ar/articles/12-refunds')).toEqual([
      302,
      '/help/shop/en/articles/12-refunds',
    ]);
  });

  it('answers 404 for languages outside the project’s, unknown pages and unknown sites', async () => {
    for (const path of [
      '/fr',
      '/fr/articles/12-refunds',
      '/en/articles/99',
      '/en/nothing',
      '/en/a/b/c/d',
      '/%zz',
    ]) {
      const { status, text } = await ask(`/help/shop${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('<meta name="robots" content="noindex"/>');
    }
    expect((await ask('/help/unknown/en')).status).toBe(404);
    expect((await ask('/help')).status).toBe(404);
  });

  it('answers the same page for a draft, a restricted and an unknown article', async () => {
    const [one, other] = [await ask('/help/shop/en/articles/98'), await ask('/help/shop/en/articles/99')];
    expect(one.text).toBe(other.text);
    expect(one.headers.etag).toBe(other.headers.etag);
  });

  it('takes no other method than GET, HEAD and POST', async () => {
    const { status, headers } = await ask('/help/shop/en', { method: 'DELETE' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('redirects of the help center', () => {
  const redirects = (of: Record<string, [type: string, url: string]>) => {
    gateway.answers['resolveRedirect'] = ({ path, matchType }: { path: string; matchType: string }) => {
      const [type, url] = of[path.split('?')[0] ?? ''] ?? [];
      return type === matchType ? { redirect: { url, status: 301 } } : {};
    };
  };

  it('go before pages when they are exact, and behind them when they are patterns', async () => {
    redirects({
      '/en/articles/12-refunds': ['exact', '/en/articles/13-new'],
      '/en': ['pattern', 'https://elsewhere.example/'],
      '/old/page': ['pattern', '/en/articles/12-refunds'],
    });
    expect(await target('/help/shop/en/articles/12-refunds')).toEqual([301, '/help/shop/en/articles/13-new']);
    expect((await ask('/help/shop/en')).status).toBe(200);
    expect(await target('/help/shop/old/page')).toEqual([301, '/help/shop/en/articles/12-refunds']);
  });

  it('are asked by path with its query, and by the whole address', async () => {
    await ask('/help/shop/old?x=1');
    expect(gateway.calls.filter(({ rpc }) => rpc === 'resolveRedirect')[0]?.request).toMatchObject({
      path: '/old?x=1',
      url: `${root}/old?x=1`,
      matchType: 'exact',
    });
  });
});

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

describe('answers of the site', () => {
  it('carry their policy, set no cookie and may be kept as long as they are asked after', async () => {
    const { headers } = await ask('/help/shop/en');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeDefined();
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('are 304 for whoever has them, and without a body for HEAD', async () => {
    const { headers, text } = await ask('/help/shop/en');
    const again = await ask('/help/shop/en', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await ask('/help/shop/en', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ]);
  });

  it('show what an anonymous visitor sees, and say that a page of the site asks', async () => {
    await ask('/help/shop/en/articles/12-refunds', { headers: { 'user-agent': 'Firefox' } });
    const call = gateway.calls.find(({ rpc }) => rpc === 'getVisibleArticle');
    expect(call?.context.scope).toMatchObject({
      actor: { type: 'anonymous' },
      projectId: PROJECT,
      organisationId: ORGANISATION,
      client: { channel: 'site', userAgent: 'Firefox' },
    });
    expect(call?.context.scope.role).toBeUndefined();
  });

  it('keep search engines away when the help center wants that', async () => {
    expect((await ask('/help/hidden/en')).headers['x-robots-tag']).toBe('noindex');
    expect((await ask('/help/shop/en')).headers['x-robots-tag']).toBeUndefined();
  });

  it('are 503 while the help center is away', async () => {
    gateway.answers['listVisibleCollections'] = () => {
      throw unavailable('The help center is away.');
    };
    const { status, headers } = await ask('/help/shop/en');
    expect(status).toBe(503);
    expect(headers['retry-after']).toBeDefined();
  });

  it('are 429 beyond the limit of an address', async () => {
    const limited = await startTestGateway({ config: { rateLimitPerMinute: 2 } });
    Object.assign(limited.answers, gateway.answers);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await fetch(`${limited.url}/help/shop/en`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await limited.stop();
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

describe('a help center with a domain of its own', () => {
  const own = (path: string, options: Parameters<typeof ask>[1] = {}) =>
    ask(path, { ...options, headers: { host: DOMAIN, ...options.headers } });

  it('lies at the root of that host', async () => {
    const { status, text } = await own('/en');
    expect(status).toBe(200);
    expect(text).toContain('<link rel="stylesheet" href="/site.css"/>');
    expect(text).toContain(`<link rel="canonical" href="https://${DOMAIN}/en"/>`);
    expect((await own('/')).headers.location).toBe('/en');
    expect((await own('/nothing')).status).toBe(404);
  });

  it('is what the address below /help leads to: 301', async () => {
    expect(await target('/help/own/en/search?q=x')).toEqual([301, `https://${DOMAIN}/en/search?q=x`]);
  });

  it('has a robots.txt that names the sitemap', async () => {
    expect((await own('/robots.txt')).text).toBe(
      `User-agent: *\nAllow: /\nSitemap: https://${DOMAIN}/sitemap.xml\n`,
    );
    gateway.answers['resolveHelpcenterSite'] = () => ({
      ...site,
      customDomain: 'no.example.com',
      noindex: true,
    });
    const { text } = await ask('/robots.txt', { headers: { host: 'no.example.com' } });
    expect(text).toContain('Disallow: /\n');
  });

  it('leaves the API where it is', async () => {
    expect((await own('/v3')).status).toBe(200);
  });

  it('is never the platform’s own host', async () => {
    gateway.answers['resolveHelpcenterSite'] = () => ({ ...site, customDomain: 'support.example.com' });
    const { status } = await ask('/healthz', { headers: { host: 'support.example.com' } });
    expect(status).toBe(200);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'resolveHelpcenterSite')).toEqual([]);
  });
});

describe('sitemap and feed', () => {
  const pages = async function* (count: number) {
    for (let docId = 1; docId <= count; docId += 1) {
      const addresses = [{ language: 'en', url: `${root}/en/articles/${docId}` }];
      yield { pages: [{ kind: 'article', docId, updatedAt: '2026-11-20T08:00:00.000Z', addresses }] };
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
