import { eventually } from '@parley/testing';
import { createHash } from 'node:crypto';
import { PROJECT, ORGANISATION } from './support/identities';
import { DOMAIN, root, site, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
beforeAll(async () => {
  gateway = await startTestSite();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.reset());

const ask = (...request: Parameters<TestSite['ask']>) => gateway.ask(...request);
const target = (...request: Parameters<TestSite['ask']>) => gateway.target(...request);

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

  it('leads from a language that the project lacks to the same page in the one that fits best: 302', async () => {
    expect(await target('/help/shop/fr')).toEqual([302, '/help/shop/en']);
    expect(await target('/help/shop/fr/articles/12-refunds?x=1')).toEqual([
      302,
      '/help/shop/en/articles/12-refunds?x=1',
    ]);
    expect(await target('/help/shop/de-AT/search?q=x')).toEqual([302, '/help/shop/de/search?q=x']);
    const { status, headers } = await ask('/help/shop/fr/', { headers: { 'accept-language': 'ar' } });
    expect([status, headers.location]).toEqual([302, '/help/shop/ar']);
    expect(headers.vary).toContain('Accept-Language');
    expect((await ask('/help/shop/fr', { method: 'POST' })).status).toBe(404);
  });

  it('answers 404 for what is no language, unknown pages and unknown sites', async () => {
    for (const path of [
      '/faq',
      '/french/articles/12-refunds',
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

describe('answers of the site', () => {
  it('carry their policy, set no cookie and may be kept as long as they are asked after', async () => {
    const { headers, text } = await ask('/help/shop/en');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const script = /<script type="module">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';connect-src 'self';`);
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

  it('are counted by kind of page and status with the operations of the API, so that the same alerts watch them', async () => {
    for (const path of [
      '',
      '/en',
      '/en/articles/12-refunds',
      '/en/search?q=x',
      '/en/feed.xml',
      '/sitemap.xml',
    ])
      await ask(`/help/shop${path}`);
    for (const path of ['/site.css', '/en/articles/99', '/en/toString/x']) await ask(`/help/shop${path}`);
    const labelled = /^http_request_duration_seconds_count\{(.*?)\}/gm;
    await eventually(async () => {
      const { text } = await ask('/metrics');
      const seen = [...text.matchAll(labelled)].map(
        ([, labels = '']) => `${/operation="(.*?)"/.exec(labels)?.[1]} ${/status="(.*?)"/.exec(labels)?.[1]}`,
      );
      expect(seen).toEqual(
        expect.arrayContaining([
          'site.home 302',
          'site.home 200',
          'site.article 200',
          'site.article 404',
          'site.search 200',
          'site.feed 200',
          'site.sitemap 200',
          'site.file 200',
          'site.other 404',
        ]),
      );
    });
  });

  it('keep search engines away when the help center wants that', async () => {
    expect((await ask('/help/hidden/en')).headers['x-robots-tag']).toBe('noindex');
    expect((await ask('/help/shop/en')).headers['x-robots-tag']).toBeUndefined();
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

  it('sends nobody to and fro while the help center service still names pages by their former root', async () => {
    const { status, text } = await own('/en/articles/12-refunds');
    expect(status).toBe(200);
    expect(text).toContain('action="/en/articles/12-refunds/feedback"');
    expect((await own('/en/articles/12')).headers.location).toBe('/en/articles/12-refunds');
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

  it('shows neither metrics nor the state of the platform, which its ingress does not keep inside', async () => {
    for (const path of ['/metrics', '/readyz']) {
      const headers = { host: DOMAIN, 'x-forwarded-for': '203.0.113.7' };
      const { status, text } = await ask(path, { headers });
      expect([path, status, text.includes('<!doctype html>')]).toEqual([path, 404, true]);
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
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
