import { timeout, unavailable } from '@parley/errors';
import { PROJECT } from './support/identities';
import { DOMAIN, site, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
// Each test has one of its own: addresses and texts of help centers are believed for 5 s.
beforeEach(async () => {
  gateway = await startTestSite();
});
afterEach(() => gateway.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const away = () => {
  throw unavailable('The help center is away.');
};

describe('while the help center is away', () => {
  it.each([
    ['503', () => unavailable('away'), 503],
    ['504', () => timeout('slow'), 504],
    ['500', () => new Error('secret of the database'), 500],
  ])(
    'a browser is shown a page of its look that can be asked for again: %s',
    async (_name, error, status) => {
      gateway.answers['getTexts'] = () => ({
        language: 'de',
        texts: { 'helpcenter.away': 'Gerade nicht', 'helpcenter.tryAgain': 'Nochmal' },
      });
      gateway.answers['listVisibleCollections'] = () => {
        throw error();
      };
      const page = await gateway.ask('/help/shop/de?x=1', { headers: BROWSER });
      expect(page.status).toBe(status);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none';script-src 'sha256-[^']*';connect-src 'self';style-src 'self'/,
        ),
      });
      expect(page.headers['retry-after'] !== undefined).toBe(status === 503);
      expect(page.text).toContain('<html lang="de" dir="ltr">');
      expect(page.text).toContain('<h1>Gerade nicht</h1>');
      expect(page.text).toContain('<a href="/help/shop/de?x=1">Nochmal</a>');
      expect(page.text).toContain('<link rel="stylesheet" href="/help/shop/site.css"/>');
      expect(page.text).toContain('<meta name="robots" content="noindex"/>');
      expect(page.text).toContain('Shop &amp; Söhne');
      expect(page.text).not.toContain('secret');
    },
  );

  it('other clients get the problem document', async () => {
    gateway.answers['listVisibleCollections'] = away;
    for (const accept of ['*/*', 'application/json']) {
      const { status, headers, text } = await gateway.ask('/help/shop/en', { headers: { accept } });
      expect([status, headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8']);
      expect(headers['retry-after']).toBeDefined();
      expect(JSON.parse(text)).toMatchObject({ status: 503, code: 'unavailable' });
    }
  });

  it('the page is in English when the texts cannot be had either', async () => {
    gateway.answers['getTexts'] = away;
    const { status, text } = await gateway.ask('/help/shop/de', { headers: BROWSER });
    expect(status).toBe(503);
    expect(text).toContain('<h1>This page cannot be shown at the moment. Please try again soon.</h1>');
    expect(text).toContain('<a class="skip" href="#content">Skip to content</a>');
  });

  it('a vote leads back to the help center, since a form cannot be asked for again', async () => {
    gateway.answers['rateArticle'] = away;
    const { status, text } = await gateway.ask('/help/shop/en/articles/12-refunds/feedback', {
      method: 'POST',
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'vote=up',
    });
    expect(status).toBe(503);
    expect(text).toContain('<a href="/help/shop/en">Try again</a>');
  });

  it('is logged once, as what is away, and a fault as such', async () => {
    gateway.answers['listVisibleCollections'] = () => {
      throw new Error('secret of the database');
    };
    await gateway.ask('/help/shop/en', { headers: BROWSER });
    expect(gateway.logLines.filter((line) => line.includes('secret of the database'))).toHaveLength(1);
  });
});

describe('while it is not known whose help center it is', () => {
  beforeEach(() => {
    gateway.answers['resolveHelpcenterSite'] = away;
  });

  it('a browser is shown a page, others the problem', async () => {
    for (const [path, host] of [
      ['/help/shop/en', undefined],
      ['/en', DOMAIN],
    ] as const) {
      const headers = { ...(host && { host }) };
      const page = await gateway.ask(path, { headers: { ...BROWSER, ...headers } });
      expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
      expect(page.text).toContain(`<a href="${path}">Try again</a>`);
      expect((await gateway.ask(path, { headers })).headers['content-type']).toContain('problem+json');
    }
  });

  it.each(['/healthz', '/startupz', '/metrics'])(
    '%s is answered by any name of the host, and asks nobody whose it is',
    async (path) => {
      const { status } = await gateway.ask(path, { headers: { host: 'gateway.support.svc' } });
      expect(status).toBe(200);
      expect(gateway.calls.filter(({ rpc }) => rpc === 'resolveHelpcenterSite')).toEqual([]);
    },
  );
});

describe('beyond the limit of an address', () => {
  it('a browser is shown a page, others the problem: 429 with Retry-After', async () => {
    const limited = await startTestSite({ config: { rateLimitPerMinute: 2 } });
    const ask = (headers: Record<string, string>) => limited.ask('/help/shop/en', { headers });
    const statuses = [(await ask(BROWSER)).status, (await ask(BROWSER)).status];
    expect(statuses).toEqual([200, 200]);
    const [page, problem] = [await ask(BROWSER), await ask({ accept: '*/*' })];
    expect(page).toMatchObject({ status: 429, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('<h1>Too many requests. Please wait a moment.</h1>');
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(problem.status).toBe(429);
    expect(JSON.parse(problem.text)).toMatchObject({ code: 'rate_limited' });
    expect(Number(problem.headers['retry-after'])).toBeGreaterThan(0);
    await limited.stop();
  });

  it('counts by help center: another one is still shown', async () => {
    const limited = await startTestSite({ config: { rateLimitPerMinute: 1 } });
    limited.answers['resolveHelpcenterSite'] = ({ site: name }: { site: string }) =>
      name === 'shop' ? site : { ...site, slug: 'own', projectId: `${PROJECT.slice(1)}0` };
    const readStatus = async (name: string) => (await limited.ask(`/help/${name}/en`)).status;
    expect([await readStatus('shop'), await readStatus('shop'), await readStatus('own')]).toEqual([
      200, 429, 200,
    ]);
    await limited.stop();
  });
});
