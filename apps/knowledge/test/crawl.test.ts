import { eventually } from '@parley/testing';
import { html, startSite, type TestSite } from './support/site';
import { type SiteProject, startWebsites, type TestWebsites } from './support/websites';

let service: TestWebsites;
let project: SiteProject;
const sites: TestSite[] = [];

const site = async (pages: Parameters<typeof startSite>[0]): Promise<TestSite> => {
  const started = await startSite(pages);
  sites.push(started);
  return started;
};

/** A website whose start page does not come in time. */
let late: { at: TestSite; there: SiteProject; id: string };

beforeAll(async () => {
  service = await startWebsites();
  const at = await startSite({ '/': { body: html('Home', 'Welcome.'), delayMs: 120_000 } });
  const there = service.project();
  const { id } = await there.create({ url: at.url } as never);
  late = { at, there, id };
});
beforeEach(() => {
  project = service.project();
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await service.stop();
  await late.at.close();
});

const read = async (
  pages: Parameters<typeof startSite>[0],
  settings: Record<string, unknown> = {},
  path = '/',
): Promise<{ at: TestSite; id: string; rows: Record<string, string>; texts: Record<string, string> }> => {
  const at = await site(pages);
  const { id } = await project.create({ url: `${at.url}${path}`, ...settings } as never);
  await project.settled(id);
  const rows = await project.pages(id);
  const texts = await project.texts(id);
  const short = (url: string): string => url.slice(at.url.length);
  return {
    at,
    id,
    rows: Object.fromEntries(
      rows.map(({ url, status, reason }) => [short(url), [status, reason].filter(Boolean).join(' ')]),
    ),
    texts: Object.fromEntries(Object.entries(texts).map(([url, text]) => [short(url), text])),
  };
};

describe('a site', () => {
  test('is read from its first page on by links, robots.txt first, and is ready', async () => {
    const { at, id, rows, texts } = await read({
      '/': html('Home', 'Welcome to the shop.', ['/a', '/b?utm_source=x', 'https://elsewhere.example/']),
      '/a': html('A', 'Refunds take 14 days.', ['/c#top', '/a']),
      '/b': html('B', 'We ship to Norway.'),
      '/c': html('C', 'Opening hours are nine to five.'),
    });
    expect(at.paths()[0]).toBe('/robots.txt');
    expect(at.seen[0]?.headers['user-agent']).toBe('ParleyBot/1.0 (+http://127.0.0.1:3000)');
    expect(
      at.seen.some(({ headers }) => headers.cookie !== undefined || headers.authorization !== undefined),
    ).toBe(false);
    expect(rows).toEqual({ '/': 'indexed', '/a': 'indexed', '/b': 'indexed', '/c': 'indexed' });
    expect(texts['/a']).toContain('Refunds take 14 days.');
    const website = await project.get(id);
    expect(website).toMatchObject({ status: 'ready', pages: { indexed: 4, skipped: 0, failed: 0 } });
    expect(website.lastCrawledAt).toBeDefined();
    expect(website.nextCrawlAt).toBeUndefined();
  });

  test('stays below the directory of its url and on its origin', async () => {
    const other = await site({ '/docs/x': html('X', 'Foreign.') });
    const { rows } = await read(
      {
        '/docs/start': html('Start', 'Begin here.', ['/docs/in', '/out', `${other.url}/docs/x`]),
        '/docs/in': html('In', 'Inside it is.'),
        '/out': html('Out', 'Outside it is.'),
      },
      {},
      '/docs/start',
    );
    expect(rows).toEqual({ '/docs/start': 'indexed', '/docs/in': 'indexed' });
    expect(other.seen).toEqual([]);
  });

  test('takes paths that are included and not excluded; the start page is asked for in any case', async () => {
    const { rows } = await read(
      {
        '/': html('Home', 'Welcome.', ['/docs/a', '/docs/old/b', '/blog/c']),
        '/docs/a': html('A', 'About a.'),
        '/docs/old/b': html('B', 'About b.'),
        '/blog/c': html('C', 'About c.'),
      },
      { includePaths: ['/docs/**'], excludePaths: ['/docs/old/*'] },
    );
    expect(rows).toEqual({ '/': 'indexed', '/docs/a': 'indexed' });
  });

  test('asks for at most maxPages pages', async () => {
    const links = Array.from({ length: 20 }, (_, index) => `/p${index}`);
    const pages = Object.fromEntries(links.map((link) => [link, html(link, `Text of ${link}.`)]));
    const { at, rows } = await read({ '/': html('Home', 'Welcome.', links), ...pages }, { maxPages: 5 });
    expect(Object.keys(rows)).toHaveLength(5);
    expect(at.paths().filter((path) => path === '/' || path.startsWith('/p'))).toHaveLength(5);
  });

  test('follows links 10 deep and no deeper', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [
        `/${index}`,
        html(`N${index}`, `Page ${index}.`, [`/${index + 1}`]),
      ]),
    );
    const { rows } = await read(pages, {}, '/0');
    expect(rows['/10']).toBe('indexed');
    expect(rows['/11']).toBeUndefined();
  });

  test('sends at most 2 requests at a time', async () => {
    const links = Array.from({ length: 12 }, (_, index) => `/p${index}`);
    // The first three take long enough that crawls side by side would meet.
    const pages = Object.fromEntries(
      links.map((link, n) => [link, { body: html(link, `Text of ${link}.`), delayMs: n < 3 ? 500 : 30 }]),
    );
    const { at, id } = await read({ '/': html('Home', 'Welcome.', links), ...pages });
    expect(at.most()).toBe(2);
    // Other websites of the host, of this project and of others, wait for their turn.
    const others = [project, service.project(), service.project()];
    const made = await Promise.all(
      others.map((one, n) => one.create({ url: `${at.url}/p${n}`, mode: 'site' } as never)),
    );
    await Promise.all([project.crawl(id), ...made.map((website, n) => others[n]?.settled(website.id))]);
    expect(at.most()).toBe(2);
  });

  test('of 20 quick pages is ready within 15 s', async () => {
    const links = Array.from({ length: 20 }, (_, index) => `/p${index}`);
    const pages = Object.fromEntries(links.map((link) => [link, html(link, `Text of ${link}.`)]));
    const { rows } = await read({ '/': html('Home', 'Welcome.', links), ...pages });
    expect(Object.values(rows)).toEqual(Array.from({ length: 21 }, () => 'indexed'));
  });
});

describe('robots.txt', () => {
  test('what it disallows is never requested and is a row', async () => {
    const { at, rows } = await read({
      '/robots.txt': {
        type: 'text/plain',
        body: 'User-agent: ParleyBot\nDisallow: /private\nAllow: /private/open\n',
      },
      '/': html('Home', 'Welcome.', ['/private/a', '/private/open', '/b']),
      '/private/a': html('A', 'Secret.'),
      '/private/open': html('Open', 'Open it is.'),
      '/b': { status: 302, headers: { location: '/private/behind' } },
      '/private/behind': html('Behind', 'Hidden.'),
    });
    expect(rows).toEqual({
      '/': 'indexed',
      '/private/a': 'skipped robots',
      '/private/open': 'indexed',
      '/b': 'skipped robots',
    });
    expect(at.paths()).not.toContain('/private/a');
    expect(at.paths()).not.toContain('/private/behind');
  });

  test('everything disallowed: robots_disallowed', async () => {
    const { id, at } = await read({
      '/robots.txt': 'User-agent: *\nDisallow: /\n',
      '/': html('Home', 'Welcome.'),
      '/sitemap.xml': '<urlset><url><loc>/</loc></url></urlset>',
    });
    expect(await project.get(id)).toMatchObject({ status: 'failed', error: 'robots_disallowed' });
    expect(at.paths()).toEqual(['/robots.txt']);
  });

  test('5xx: nothing is fetched, robots_unreachable', async () => {
    const { id, at } = await read({ '/robots.txt': { status: 503 }, '/': html('Home', 'Welcome.') });
    expect(await project.get(id)).toMatchObject({ status: 'failed', error: 'robots_unreachable' });
    expect(at.paths()).toEqual(['/robots.txt']);
  });

  test('4xx: everything is allowed', async () => {
    const { rows } = await read({ '/robots.txt': { status: 403 }, '/': html('Home', 'Welcome.') });
    expect(rows).toEqual({ '/': 'indexed' });
  });

  test('Crawl-delay keeps requests apart', async () => {
    const begun = performance.now();
    const { at } = await read({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3\n',
      '/': html('Home', 'Welcome.', ['/a', '/b']),
      '/a': html('A', 'About a.'),
      '/b': html('B', 'About b.'),
    });
    const last = at.seen.at(-1)?.at ?? 0;
    expect(at.seen).toHaveLength(5);
    // Each of the four after robots.txt waits for the one before it.
    expect(last - begun).toBeGreaterThan(4 * 295);
  });
});

describe('sitemaps', () => {
  const urlset = (at: string, ...paths: string[]): string =>
    `<urlset>${paths.map((path) => `<url><loc>${at}${path}</loc></url>`).join('')}</urlset>`;

  test('named in robots.txt: indexes and pages of the origin, others are ignored', async () => {
    const at = await site({
      '/': html('Home', 'Welcome.'),
      '/a': html('A', 'About a.'),
      '/b': html('B', 'About b.'),
    });
    const inner = await startSite({ '/map.xml': urlset(at.url, '/b') });
    sites.push(inner);
    at.pages.set('/robots.txt', `Sitemap: ${inner.url}/map.xml\nSitemap: ${at.url}/index.xml`);
    at.pages.set(
      '/index.xml',
      `<sitemapindex><sitemap><loc>${at.url}/one.xml</loc></sitemap></sitemapindex>`,
    );
    at.pages.set(
      '/one.xml',
      urlset(at.url, '/a').replace('</urlset>', `<url><loc>http://10.0.0.1/x</loc></url></urlset>`),
    );
    const { id } = await project.create({ url: at.url, mode: 'sitemap' } as never);
    await project.settled(id);
    expect((await project.pages(id)).map(({ url }) => url)).toEqual([`${at.url}/`, `${at.url}/a`]);
    expect(at.paths()).not.toContain('/sitemap.xml');
    expect(inner.seen).toEqual([]);
  });

  test('else /sitemap.xml; mode site follows sitemap and links', async () => {
    const at = await site({ '/': html('Home', 'Welcome.', ['/linked']), '/linked': html('L', 'Linked.') });
    at.pages.set('/sitemap.xml', urlset(at.url, '/mapped'));
    at.pages.set('/mapped', html('M', 'Mapped.'));
    const { id } = await project.create({ url: at.url } as never);
    await project.settled(id);
    expect((await project.pages(id)).map(({ url }) => url.slice(at.url.length))).toEqual([
      '/',
      '/linked',
      '/mapped',
    ]);
  });

  test('mode sitemap follows no links, mode page neither', async () => {
    const pages = { '/': html('Home', 'Welcome.', ['/linked']), '/linked': html('L', 'Linked.') };
    expect((await read(pages, { mode: 'sitemap' })).rows).toEqual({ '/': 'indexed' });
    const { rows, at } = await read(pages, { mode: 'page' });
    expect(rows).toEqual({ '/': 'indexed' });
    expect(at.paths()).not.toContain('/sitemap.xml');
  });

  test('a billion laughs in a sitemap name nothing beyond, and the crawl ends', async () => {
    const entities = Array.from(
      { length: 10 },
      (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    ).join('');
    const at = await site({ '/': html('Home', 'Welcome.') });
    at.pages.set(
      '/sitemap.xml',
      `<!DOCTYPE x [<!ENTITY l0 "lol">${entities}]><urlset><url><loc>${at.url}/&l10;</loc></url></urlset>`,
    );
    const { id } = await project.create({ url: at.url } as never);
    expect(await project.settled(id)).toMatchObject({ status: 'ready', pages: { indexed: 1 } });
  });
});

describe('a website that cannot be read', () => {
  test('unreachable when its only page breaks off', async () => {
    const { id } = await read({ '/': { breaksOff: true } });
    expect(await project.get(id)).toMatchObject({ status: 'failed', error: 'unreachable' });
  });

  test('http_status when its only page is missing', async () => {
    const { id } = await read({});
    expect(await project.get(id)).toMatchObject({ status: 'failed', error: 'http_status' });
  });

  test('no_pages when nothing may be indexed', async () => {
    const { id } = await read({ '/': html('N', 'No.', [], '<meta name="robots" content="noindex">') });
    expect(await project.get(id)).toMatchObject({ status: 'failed', error: 'no_pages' });
  });

  test('robots_unreachable when nobody answers', async () => {
    const at = await site({});
    await at.close();
    sites.splice(0);
    const { id } = await project.create({ url: at.url } as never);
    expect(await project.settled(id)).toMatchObject({ status: 'failed', error: 'robots_unreachable' });
  });

  test('a name that stands for a private address is never asked: forbidden_address', async () => {
    const at = await site({ '/': html('Home', 'Welcome.') });
    const strict = await startWebsites({
      allowedNetworks: [],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    try {
      const there = strict.project();
      const { id } = await there.create({ url: `http://docs.example.com:${at.port}/` } as never);
      expect(await there.settled(id)).toMatchObject({ status: 'failed', error: 'forbidden_address' });
      expect(at.seen).toEqual([]);
    } finally {
      await strict.stop();
    }
  });

  test('a redirect of the start page to a private address, by number or by name, ends it: forbidden_address', async () => {
    const inner = await startSite({ '/': html('Inner', 'Secret.') });
    const outer = await site({});
    const strict = await startWebsites({
      allowedNetworks: ['127.0.0.1/32'],
      resolve: (name) =>
        Promise.resolve([{ address: name === 'inner.example.com' ? '127.0.0.2' : '127.0.0.1', family: 4 }]),
    });
    try {
      const there = strict.project();
      for (const host of ['127.0.0.2', 'inner.example.com']) {
        outer.pages.set(`/${host}`, { status: 302, headers: { location: `http://${host}:${inner.port}/` } });
        const { id } = await there.create({ url: `${outer.url}/${host}` } as never);
        expect(await there.settled(id)).toMatchObject({ status: 'failed', error: 'forbidden_address' });
      }
      expect(inner.seen).toEqual([]);
    } finally {
      await strict.stop();
      await inner.close();
    }
  });
});

test('deleting a website takes its pages at once and stops its crawl soon after', async () => {
  // More than are asked for until a slow machine has noticed the end.
  const links = Array.from({ length: 400 }, (_, index) => `/p${index}`);
  const pages = Object.fromEntries(
    links.map((link) => [link, { body: html(link, `Text of ${link}.`), delayMs: 100 }]),
  );
  const at = await site({ '/': html('Home', 'Welcome.', links), ...pages });
  const { id } = await project.create({ url: at.url } as never);
  await eventually(() => expect(at.seen.length).toBeGreaterThan(6));
  await service.websites.deleteWebsite({ websiteId: id }, project.as());
  expect(await project.texts(id)).toEqual({});
  const asked = await eventually(async () => {
    const before = at.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(at.seen.length).toBe(before);
    return before;
  });
  expect(asked).toBeLessThan(links.length);
  expect(await project.texts(id)).toEqual({});
});

test('deleting a website breaks off the request that its crawl waits for', async () => {
  const at = await site({ '/': { isHeld: () => true } });
  const { id } = await project.create({ url: at.url } as never);
  await eventually(() => expect(at.paths()).toContain('/'));
  await service.websites.deleteWebsite({ websiteId: id }, project.as());
  // Less than the 15 s that a page has.
  await eventually(() => expect(at.running()).toBe(0));
});

// The last one: its 15 s pass while the others run.
test('a website whose start page does not come within 15 s has failed: timeout', async () => {
  const { at, there, id } = late;
  expect(await there.settled(id)).toMatchObject({ status: 'failed', error: 'timeout' });
  expect(await there.pages(id)).toMatchObject([{ status: 'failed', reason: 'timeout' }]);
  expect(at.paths()).toEqual(['/robots.txt', '/']);
});
