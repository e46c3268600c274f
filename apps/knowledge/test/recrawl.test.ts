import { eventually } from '@parley/testing';
import { formerQueues } from '../src/jobs/former-queues.sql';
import { adoptJobs } from '@parley/jobs';
import { html, startSite, type TestSite } from './support/site';
import { type SiteProject, startWebsites, type TestWebsites } from './support/websites';

let service: TestWebsites;
let project: SiteProject;
let at: TestSite;
let now = new Date('2026-11-22T10:00:00Z');

beforeAll(async () => {
  service = await startWebsites({ clock: () => now });
});
beforeEach(async () => {
  project = service.project();
  at = await startSite();
});
afterEach(() => at.close());
afterAll(() => service.stop());

const create = async (settings: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await project.create({ url: `${at.url}/`, ...settings } as never);
  await project.settled(id);
  return id;
};

const rows = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await project.pages(id)).map(({ url, status, reason }) => [
      url.slice(at.url.length),
      [status, reason].filter(Boolean).join(' '),
    ]),
  );

const texts = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(await project.texts(id)).map(([url, text]) => [url.slice(at.url.length), text]),
  );

describe('crawling anew', () => {
  test('asks with the validator that the server gave, and keeps what did not change with its links', async () => {
    at.pages.set('/', { body: html('Home', 'Welcome.', ['/a']), etag: '"1"' });
    at.pages.set('/a', {
      body: html('A', 'About a.'),
      headers: { 'last-modified': 'Sun, 22 Nov 2026 08:00:00 GMT' },
    });
    const id = await create();
    const before = await project.pages(id);
    const home = before.find(({ url }) => url === `${at.url}/`)?.id;
    const saved = 'SELECT updated_at FROM document WHERE project_id = $1 AND key = $2';
    const document = await service.db.query(saved, [project.id, home]);
    expect(document).toHaveLength(1);
    now = new Date(now.getTime() + 1_000);
    await project.crawl(id);
    const again = at.seen.slice(4);
    expect(again.find(({ path }) => path === '/')?.headers['if-none-match']).toBe('"1"');
    expect(again.find(({ path }) => path === '/a')?.headers['if-modified-since']).toBe(
      'Sun, 22 Nov 2026 08:00:00 GMT',
    );
    expect(await rows(id)).toEqual({ '/': 'indexed', '/a': 'indexed' });
    expect((await project.pages(id)).map((page) => page.id)).toEqual(before.map((page) => page.id));
    // What the server says is unchanged was not even saved again.
    expect(await service.db.query(saved, [project.id, home])).toEqual(document);
  });

  test('replaces what changed under the same id', async () => {
    at.pages.set('/', html('Home', 'Refunds take 14 days.'));
    const id = await create();
    const [before] = await project.pages(id);
    at.pages.set('/', html('Home', 'Refunds take 30 days.'));
    await project.crawl(id);
    expect((await texts(id))['/']).toContain('30 days');
    expect((await project.pages(id))[0]?.id).toBe(before?.id);
  });

  test.each([404, 410])('%i removes the text', async (status) => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a']));
    at.pages.set('/a', html('A', 'About a.'));
    const id = await create();
    at.pages.set('/a', { status });
    await project.crawl(id);
    expect(Object.keys(await texts(id))).toEqual(['/']);
    expect(await rows(id)).toEqual({ '/': 'indexed', '/a': 'failed http_status' });
  });

  test('what nothing names any more is removed', async () => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a']));
    at.pages.set('/a', html('A', 'About a.'));
    const id = await create();
    at.pages.set('/', html('Home', 'Welcome again.'));
    await project.crawl(id);
    expect(await rows(id)).toEqual({ '/': 'indexed' });
    expect(Object.keys(await texts(id))).toEqual(['/']);
  });

  test('5xx keeps the former text, also that of pages which only this one names', async () => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a']));
    at.pages.set('/a', html('A', 'About a.', ['/b']));
    at.pages.set('/b', html('B', 'About b.'));
    const id = await create();
    at.pages.set('/a', { status: 503 });
    expect(await project.crawl(id)).toMatchObject({ status: 'ready' });
    expect(await rows(id)).toEqual({ '/': 'indexed', '/a': 'failed http_status', '/b': 'indexed' });
    expect(Object.keys(await texts(id)).sort()).toEqual(['/', '/a', '/b']);
  });

  test('a site that is down keeps all of its text and fails', async () => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a']));
    at.pages.set('/a', html('A', 'About a.'));
    const id = await create();
    at.pages.set('/', { status: 500 });
    expect(await project.crawl(id)).toMatchObject({ status: 'ready' });
    at.pages.set('/a', { status: 500 });
    expect(await project.crawl(id)).toMatchObject({ status: 'failed', error: 'http_status' });
    at.pages.set('/robots.txt', { status: 500 });
    expect(await project.crawl(id)).toMatchObject({ status: 'failed', error: 'robots_unreachable' });
    expect(Object.keys(await texts(id)).sort()).toEqual(['/', '/a']);
  });

  test('a sitemap that cannot be had for now removes nothing', async () => {
    at.pages.set('/', html('Home', 'Welcome.'));
    at.pages.set('/sitemap.xml', `<urlset><url><loc>${at.url}/a</loc></url></urlset>`);
    at.pages.set('/a', html('A', 'About a.'));
    const id = await create();
    at.pages.set('/sitemap.xml', { status: 503 });
    await project.crawl(id);
    expect(Object.keys(await texts(id)).sort()).toEqual(['/', '/a']);
  });

  test('what robots.txt disallows by now loses its text', async () => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a']));
    at.pages.set('/a', html('A', 'About a.'));
    const id = await create();
    at.pages.set('/robots.txt', 'User-agent: *\nDisallow: /a');
    await project.crawl(id);
    expect(await rows(id)).toEqual({ '/': 'indexed', '/a': 'skipped robots' });
    expect(Object.keys(await texts(id))).toEqual(['/']);
  });

  test('the twin of a page that is gone takes its place', async () => {
    at.pages.set('/', html('Home', 'Welcome.', ['/a', '/b']));
    at.pages.set('/a', html('Same', 'The same text.'));
    at.pages.set('/b', html('Same', 'The same text.'));
    const id = await create();
    const first = await rows(id);
    const holder = first['/a'] === 'indexed' ? '/a' : '/b';
    const twin = holder === '/a' ? '/b' : '/a';
    expect(first[twin]).toBe('skipped duplicate');
    at.pages.set(holder, { status: 404 });
    await project.crawl(id);
    expect(await rows(id)).toMatchObject({ [twin]: 'indexed', [holder]: 'failed http_status' });
    expect((await texts(id))[twin]).toContain('The same text.');
  });

  test('while a crawl runs it goes on: none begins beside it', async () => {
    const gate = Promise.withResolvers<void>();
    at.pages.set('/', { body: html('Home', 'Welcome.'), opens: gate.promise });
    const { id } = await project.create({ url: at.url } as never);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.websites.crawlWebsite({ websiteId: id }, project.as())),
    );
    expect(answers.every(({ website }) => ['queued', 'crawling'].includes(website?.status ?? ''))).toBe(true);
    gate.resolve();
    await project.settled(id);
    expect(at.paths().filter((path) => path === '/')).toHaveLength(1);
  });
});

describe('schedules', () => {
  test.each([
    ['daily', 24],
    ['weekly', 7 * 24],
  ])('%s: crawled by itself after %i h', async (schedule, hours) => {
    at.pages.set('/', html('Home', 'Welcome.'));
    const id = await create({ schedule });
    const first = await project.get(id);
    expect(Date.parse(String(first.nextCrawlAt)) - Date.parse(String(first.lastCrawledAt))).toBe(
      hours * 3_600_000,
    );
    at.pages.set('/', html('Home', 'Welcome anew.'));
    now = new Date(now.getTime() + hours * 3_600_000 + 1_000);
    await eventually(async () => expect((await texts(id))['/']).toContain('anew'));
  });
});

test('what a former release left to do is done: crawls that are due and archives to be deleted', async () => {
  at.pages.set('/', html('Home', 'Welcome.'));
  const id = await create();
  at.pages.set('/', html('Home', 'Welcome anew.'));
  await service.db.query('UPDATE website SET due_at = $2 WHERE id = $1', [id, now]);
  await service.db.query('INSERT INTO archive_discard (file_key, created_at) VALUES ($1, $2)', [
    `${project.id}/a/b.zip`,
    now,
  ]);
  // A process of it holds this one, whose file is not there.
  await service.db.query(
    `INSERT INTO repository (project_id, id, organisation_id, name, status, files, skipped, version, next_version, file_key,
       created_by, created_at, updated_at, lease, attempts, due_at)
     VALUES ($1, 'r', 'o', 'Code', 'indexing', 0, 0, 0, 2, $3, 'u', $2, $2, 'held', 0, $2::timestamptz + interval '30 seconds')`,
    [project.id, now, `${project.id}/c/d.zip`],
  );
  await adoptJobs(service.db, formerQueues, now);
  await eventually(async () => expect((await texts(id))['/']).toContain('anew'));
  const repository = `SELECT status, error, due_at FROM repository WHERE id = 'r'`;
  await eventually(async () =>
    expect(await service.db.query(repository)).toEqual([
      { status: 'failed', error: 'archive_invalid', due_at: null },
    ]),
  );
  const discards = `SELECT FROM job WHERE name = 'discarded archive'`;
  await eventually(async () => expect(await service.db.query(discards)).toEqual([]));
  expect(await service.db.query('SELECT FROM archive_discard')).toEqual([]);
  expect(await service.db.query('SELECT file FROM released_file')).toEqual([{ file: `${project.id}/a` }]);
});

describe('settings', () => {
  test('tags, lang and isInternal hold for the pages at once', async () => {
    at.pages.set('/', html('Home', 'Welcome.'));
    const id = await create();
    const website = { tags: ['billing'], lang: 'de', isInternal: true };
    await service.websites.updateWebsite({ websiteId: id, website, nulls: [] } as never, project.as());
    const [document] = await service.db.query<{
      tags: string[];
      is_internal: boolean;
      texts: { lang: string }[];
    }>('SELECT tags, is_internal, texts FROM document WHERE owner_id = $1', [id]);
    expect(document).toMatchObject({ tags: ['billing'], is_internal: true, texts: [{ lang: 'de' }] });
    await service.websites.updateWebsite(
      { websiteId: id, website: {}, nulls: ['tags'] } as never,
      project.as(),
    );
    expect(await project.get(id)).toMatchObject({ tags: [], lang: 'de', isInternal: true });
  });
});
