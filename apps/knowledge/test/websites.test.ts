import { newId } from '@parley/persistence';
import { html, startSite, type TestSite } from './support/site';
import { type SiteProject, startWebsites, type TestWebsites } from './support/websites';

let service: TestWebsites;
let project: SiteProject;
let at: TestSite;

beforeAll(async () => {
  service = await startWebsites();
  at = await startSite({ '/': html('Home', 'Welcome.') });
});
beforeEach(() => {
  project = service.project();
});
afterAll(async () => {
  await service.stop();
  await at.close();
});

const fields = async (sending: Promise<unknown>): Promise<string[]> => {
  const error = await sending.then(
    () => undefined,
    (reason: { fields?: { field: string }[] }) => reason,
  );
  return error?.fields?.map(({ field }) => field) ?? ['not refused'];
};

test('a website is answered queued, with its defaults', async () => {
  const website = await project.create({ url: at.url } as never);
  expect(website).toMatchObject({
    _id: website.id,
    project: project.id,
    url: at.url,
    mode: 'site',
    includePaths: [],
    excludePaths: [],
    maxPages: 200,
    tags: [],
    isInternal: false,
    schedule: 'manual',
    status: 'queued',
    pages: { indexed: 0, skipped: 0, failed: 0 },
  });
  await project.settled(website.id);
});

test.each([
  ['a private address', 'http://10.0.0.1/'],
  ['0.0.0.0', 'http://0.0.0.0/'],
  ['a private IPv6 address', 'http://[fd00::1]/'],
  ['an IPv4 address within IPv6', 'http://[::ffff:10.0.0.1]/'],
  ['a decimal address', 'http://167772161/'],
  ['the address of cloud metadata', 'http://169.254.169.254/latest/'],
  ['another scheme', 'ftp://example.com/'],
  ['credentials', 'https://user:password@example.com/'],
  ['a port below 1024', 'http://example.com:22/'],
  ['no address', 'example'],
])('%s is 400 naming url', async (_what, url) => {
  expect(await fields(project.create({ url } as never))).toEqual(['url']);
});

test('a language tag, tags and globs that cannot be are 400 naming them', async () => {
  const url = 'https://example.com/';
  for (const lang of ['not a tag', 'german'])
    expect(await fields(project.create({ url, lang } as never))).toEqual(['lang']);
  expect(await fields(project.create({ url, tags: ['a', ' '] } as never))).toEqual(['tags.1']);
  expect(await fields(project.create({ url, includePaths: ['x'.repeat(501)] } as never))).toEqual([
    'includePaths.0',
  ]);
  const website = { excludePaths: [1] };
  const settings = { lang: 'PT_br', tags: ['🎺'.repeat(64)] };
  const { id, lang } = await project.create({ url: at.url, ...settings } as never);
  expect(lang).toBe('pt-BR');
  const sent = service.websites.updateWebsite({ websiteId: id, website, nulls: [] } as never, project.as());
  expect(await fields(sent)).toEqual(['excludePaths.0']);
  await project.settled(id);
});

test('the same url again is 409 website_exists, also as 20 at once; another project may have it', async () => {
  const sending = Array.from({ length: 20 }, () => project.create({ url: at.url } as never));
  const settled = await Promise.allSettled(sending);
  const refused = settled.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(19);
  for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'WEBSITE_EXISTS' });
  await expect(project.create({ url: `${at.url}/#top` } as never)).rejects.toMatchObject({
    reason: 'WEBSITE_EXISTS',
  });
  await service.project().create({ url: at.url } as never);
});

test('a project has at most 50', async () => {
  for (let n = 0; n < 50; n += 1)
    await project.create({ url: `http://127.0.0.1:${1024 + n}/`, mode: 'page' } as never);
  await expect(project.create({ url: 'http://127.0.0.1:2000/' } as never)).rejects.toMatchObject({
    reason: 'TOO_MANY_WEBSITES',
  });
  const { websites } = await service.websites.listWebsites({}, project.as());
  expect(websites).toHaveLength(50);
  expect(websites[0]?.url).toBe('http://127.0.0.1:1073/');
  for (const { id } of websites) await service.websites.deleteWebsite({ websiteId: id }, project.as());
});

test('another project sees nothing of it, and cannot change it', async () => {
  const { id } = await project.create({ url: at.url } as never);
  await project.settled(id);
  const other = service.project();
  const context = other.as('admin');
  const { websites } = service;
  expect((await websites.listWebsites({}, context)).websites).toEqual([]);
  for (const sent of [
    () => websites.getWebsite({ websiteId: id }, context),
    () => websites.updateWebsite({ websiteId: id, website: { tags: ['x'] }, nulls: [] } as never, context),
    () => websites.deleteWebsite({ websiteId: id }, context),
    () => websites.crawlWebsite({ websiteId: id }, context),
    () => websites.listWebsitePages({ websiteId: id, limit: 50 }, context),
  ])
    await expect(sent()).rejects.toMatchObject({ reason: 'WEBSITE_NOT_FOUND' });
  expect(await project.get(id)).toMatchObject({ status: 'ready', tags: [] });
});

test('an unknown website is 404 website_not_found', async () => {
  await expect(project.get(newId())).rejects.toMatchObject({ reason: 'WEBSITE_NOT_FOUND' });
});

test('deleting answers the website as it was; again 404', async () => {
  const { id } = await project.create({ url: at.url } as never);
  await project.settled(id);
  const { website } = await service.websites.deleteWebsite({ websiteId: id }, project.as());
  expect(website).toMatchObject({ id, status: 'ready', pages: { indexed: 1 } });
  await expect(service.websites.deleteWebsite({ websiteId: id }, project.as())).rejects.toMatchObject({
    reason: 'WEBSITE_NOT_FOUND',
  });
});

test('pages are listed by address, byte by byte, with a filter on status, page by page', async () => {
  const many = await startSite({
    '/': html('Home', 'Welcome.', ['/b', '/B', '/a', '/none']),
    '/a': html('A', 'About a.'),
    '/b': html('b', 'About small b.'),
    '/B': html('B', 'About large B.'),
  });
  const { id } = await project.create({ url: many.url } as never);
  await project.settled(id);
  const path = ({ url }: { url: string }): string => url.slice(many.url.length);
  const list = async (request: object): Promise<string[]> =>
    (
      await service.websites.listWebsitePages({ websiteId: id, limit: 50, ...request }, project.as())
    ).pages.map(path);
  expect(await list({})).toEqual(['/', '/B', '/a', '/b', '/none']);
  expect(await list({ status: 'failed' })).toEqual(['/none']);
  expect(await list({ skip: 1, limit: 2 })).toEqual(['/B', '/a']);
  const [page] = await project.pages(id, 'failed');
  expect(page).toMatchObject({ status: 'failed', reason: 'http_status', httpStatus: 404 });
  await many.close();
});
