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

beforeAll(async () => {
  service = await startWebsites();
});
beforeEach(() => {
  project = service.project();
});
afterEach(async () => {
  await Promise.all(sites.splice(0).map((one) => one.close()));
});
afterAll(() => service.stop());

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

describe('pages', () => {
  test('reasons of what is passed over or fails', async () => {
    const { rows } = await read({
      '/': html('Home', 'Welcome.', [
        '/noindex',
        '/tagged',
        '/twin',
        '/off',
        '/pdf',
        '/large',
        '/empty',
        '/gone',
        '/broken',
        '/loop',
        '/private',
        '/plain',
        '/md',
      ]),
      '/noindex': html('N', 'Do not index.', [], '<meta name="robots" content="noindex">'),
      '/tagged': { body: html('T', 'Neither this.'), headers: { 'x-robots-tag': 'noindex' } },
      '/twin': html('Home', 'Welcome.', []).replace('</p>', `</p>${'<a href="/x">more</a>'.repeat(13)}`),
      '/x': html('X', 'Linked from the twin.'),
      '/off': { status: 301, headers: { location: 'https://elsewhere.example/x' } },
      '/pdf': { type: 'application/pdf', body: '%PDF' },
      '/large': { body: Buffer.alloc(5 * 1_048_576 + 1, 'a') },
      '/empty': '<body><nav>Only navigation</nav></body>',
      '/gone': { status: 410 },
      '/broken': { status: 500 },
      '/loop': { status: 302, headers: { location: '/loop' } },
      '/private': { status: 302, headers: { location: 'http://10.1.2.3/' } },
      '/plain': { type: 'text/plain', body: 'Plain text it is.' },
      '/md': { type: 'text/markdown', body: '# Title\n\nMarkdown it is.' },
    });
    expect(rows).toEqual({
      '/': 'indexed',
      '/noindex': 'skipped noindex',
      '/tagged': 'skipped noindex',
      '/twin': 'skipped duplicate',
      '/x': 'indexed',
      '/off': 'skipped off_site',
      '/pdf': 'skipped unsupported_type',
      '/large': 'skipped too_large',
      '/empty': 'skipped empty',
      '/gone': 'failed http_status',
      '/broken': 'failed http_status',
      '/loop': 'failed too_many_redirects',
      '/private': 'failed forbidden_address',
      '/plain': 'indexed',
      '/md': 'indexed',
    });
  });

  test('nofollow, of the page or a link, is not followed', async () => {
    const { rows } = await read({
      '/': html('Home', 'Welcome.', ['/a']).replace('</main>', '<a rel="nofollow" href="/b">b</a></main>'),
      '/a': html('A', 'About a.', ['/c'], '<meta name="robots" content="nofollow">'),
      '/b': html('B', 'About b.'),
      '/c': html('C', 'About c.'),
    });
    expect(rows).toEqual({ '/': 'indexed', '/a': 'indexed' });
  });

  test('a canonical link of the same origin names the page, one of another origin does not', async () => {
    const { rows, texts } = await read({
      '/': html('Home', 'Welcome.', ['/a?x=1', '/b']),
      '/a?x=1': html('A', 'About a.', [], '<link rel="canonical" href="/a">'),
      '/a': html('A', 'About a.', [], '<link rel="canonical" href="/a">'),
      '/b': html('B', 'About b.', [], '<link rel="canonical" href="https://elsewhere.example/b">'),
    });
    expect(rows).toEqual({ '/': 'indexed', '/a': 'indexed', '/a?x=1': 'skipped duplicate', '/b': 'indexed' });
    expect(Object.keys(texts).sort()).toEqual(['/', '/a', '/b']);
  });

  test('a redirect within the origin leads to the page', async () => {
    const { rows } = await read({
      '/': html('Home', 'Welcome.', ['/old']),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': html('New', 'It moved.'),
    });
    expect(rows).toEqual({ '/': 'indexed', '/old': 'skipped duplicate', '/new': 'indexed' });
  });

  test('a redirect of the start page moves the website to the other origin, whose robots.txt counts', async () => {
    const target = await site({
      '/robots.txt': 'User-agent: *\nDisallow: /no\n',
      '/docs/': html('Docs', 'Documentation.', ['/docs/a', '/no']),
      '/docs/a': html('A', 'About a.'),
    });
    const { id } = await read({ '/': { status: 301, headers: { location: `${target.url}/docs/` } } });
    expect((await project.pages(id)).map(({ url }) => url)).toEqual([
      `${target.url}/docs/`,
      `${target.url}/docs/a`,
    ]);
    expect(target.paths()[0]).toBe('/robots.txt');
  });

  test('text is without scripts, navigation and hidden elements, in the charset of the page', async () => {
    const { texts } = await read({
      '/': {
        type: 'text/html',
        body: Buffer.from(
          '<meta charset="iso-8859-1"><title>T</title><nav>Menu</nav><script>evil()</script><p>Gr\xfc\xdfe</p><p hidden>x</p>',
          'latin1',
        ),
      },
    });
    expect(texts['/']).toBe('Grüße');
  });
});
