import { keyOfFileUrl } from '@parley/files';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { allArticles, contentIn, findArticle, importFolder, PUBLIC_URL } from './support/imports';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let service: TestHelpcenter;
let server: Server;
let web: string;
let asked: string[];

beforeAll(async () => {
  service = await startHelpcenter();
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/gone.png') response.writeHead(404);
    response.end(
      url === '/page.png' ? '<html></html>' : url === '/large.png' ? Buffer.alloc(10_485_761, PNG) : PNG,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  server.close();
  await service.stop();
});

const images = (article: Article): string[] =>
  [...contentIn(article).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address = '']) => address);

const readFile = async (address: string): Promise<Buffer> => {
  const opened = await service.files.get(keyOfFileUrl(PUBLIC_URL, address) ?? '');
  const chunks: Buffer[] = [];
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const listRedirects = async (project: TestProject): Promise<string[]> => {
  const { redirects } = await service.redirects.listRedirects({}, project.as('agent'));
  return redirects.map(({ oldUrl, newUrl }) => `${oldUrl} ${newUrl}`);
};

describe('pictures of an import', () => {
  it('of the archive become files of the project', async () => {
    const project = service.project();
    const folder = {
      'docs/a/x.md':
        '![one](../img/one.png)\n\n![gone](gone.png)\n\n![text](text.png)\n\n![two](/img/two.png)',
      'docs/a/y.html':
        '<h1>Y</h1><figure><img src="../img/one.png" alt="f"><figcaption>F</figcaption></figure>',
      'docs/img/one.png': PNG,
      'docs/a/text.png': 'no picture',
      'docs/static/img/two.png': PNG,
    };
    const dry = await importFolder(service, project, folder, { dryRun: true });
    const report = await importFolder(service, project, folder);
    expect(report).toMatchObject({ created: 2, images: 2, skipped: 0 });
    expect(report.problems).toEqual([
      { path: 'a/x.md', code: 'image_missing', message: '/a/gone.png' },
      { path: 'a/x.md', code: 'image_invalid', message: '/a/text.png' },
    ]);
    expect(dry).toMatchObject({ images: 2, problems: report.problems });
    const [one, two] = images(await findArticle(project, 'X'));
    for (const address of [one, two]) expect(await readFile(address ?? '')).toEqual(PNG);
    expect(JSON.stringify((await findArticle(project, 'Y')).content)).toContain(one);
  });

  it('of other hosts are fetched once each; one that cannot be keeps its address', async () => {
    const project = service.project();
    const text = ['a.png', 'gone.png', 'page.png', 'large.png', 'a.png']
      .map((name) => `![x](${web}/${name})`)
      .join('\n\n');
    const folder = {
      'a/x.md': `${text}\n\n![x](http://10.0.0.1/private.png)`,
      'b/y.md': `![x](${web}/a.png)`,
    };
    const report = await importFolder(service, project, folder);
    expect(report).toMatchObject({ created: 2, images: 1 });
    expect(report.problems.map(({ code, message }) => [code, message])).toEqual([
      ['image_unreachable', `${web}/gone.png`],
      ['image_invalid', `${web}/page.png`],
      ['image_too_large', `${web}/large.png`],
      ['image_unreachable', 'http://10.0.0.1/private.png'],
    ]);
    expect(asked.filter((url) => url === '/a.png')).toHaveLength(1);
    const found = images(await findArticle(project, 'X'));
    expect(found[0]).toContain(`${PUBLIC_URL}/files/${project.id}/`);
    expect(found[1]).toBe(`${web}/gone.png`);
    expect(found[4]).toBe(found[0]);
  });

  it('of other hosts stay where they are with images=keep, and in a dry run', async () => {
    const project = service.project();
    const folder = { 'a/x.md': `![x](${web}/a.png)` };
    expect(await importFolder(service, project, folder, { dryRun: true })).toMatchObject({ images: 1 });
    expect(await importFolder(service, project, folder, { images: 'keep' })).toMatchObject({ images: 0 });
    expect(images(await findArticle(project, 'X'))).toEqual([`${web}/a.png`]);
    expect(asked).toEqual([]);
  });

  it('are released with their article, and a day later when no article names them', async () => {
    const project = service.project();
    await importFolder(service, project, { 'a/x.md': '![x](x.png)', 'a/x.png': PNG });
    const article = await findArticle(project, 'X');
    const [address = ''] = images(article);
    const file = address.split('/files/')[1]?.split('/').slice(0, 2).join('/');
    const due = async (): Promise<number[]> =>
      (
        await service.db.query<{ hours: number }>(
          `SELECT round(extract(epoch FROM due_at - now()) / 3600)::integer AS hours FROM released_file WHERE file = $1
            ORDER BY 1`,
          [file],
        )
      ).map(({ hours }) => hours);
    expect(await due()).toEqual([24]);
    await service.articles.deleteArticle(
      { helpcenterCollectionId: article.helpcenterCollection, helpcenterArticleId: article.id },
      project.as('user'),
    );
    expect(await due()).toEqual([0, 24]);
  });
});

describe('former addresses', () => {
  const folder = {
    'docs/01-start/02-first.md':
      '---\nredirect_from: [/old/first, /]\n---\n# First\n\n[other](https://help.example.com/start/other/#part)',
    'docs/01-start/other.html': '<h1>Other</h1><a href="https://help.example.com/old/first">first</a>',
    'docs/01-start/index.md': '# Start\n\nText',
    'docs/02-more/x.md': '---\nslug: /custom\n---\n# X',
  };

  it('lead to the new articles with oldBase: as redirects, and in links', async () => {
    const project = service.project();
    const options = { oldBase: 'https://help.example.com/', images: 'keep' };
    const dry = await importFolder(service, project, folder, { ...options, dryRun: true });
    const report = await importFolder(service, project, folder, options);
    expect(report).toMatchObject({ created: 4, redirects: 6, problemCount: 0 });
    expect(dry.redirects).toBe(6);
    const number = async (title: string) => (await findArticle(project, title)).docId;
    expect((await listRedirects(project)).sort()).toEqual([
      `/custom /de/articles/${await number('X')}-x`,
      `/old/first /de/articles/${await number('First')}-first`,
      `/start /de/articles/${await number('Start')}-start`,
      `/start/first /de/articles/${await number('First')}-first`,
      `/start/other /de/articles/${await number('Other')}-other`,
      `/start/other.html /de/articles/${await number('Other')}-other`,
    ]);
    const [first, other] = [await findArticle(project, 'First'), await findArticle(project, 'Other')];
    expect(contentIn(first)).toContain(`/de/articles/${other.id}#part`);
    expect(contentIn(other)).toContain(`/de/articles/${first.id}`);
    expect(await importFolder(service, project, folder, options)).toMatchObject({
      unchanged: 4,
      redirects: 0,
    });
  });

  it('redirect without oldBase where the page names them; a redirect that leads elsewhere stays', async () => {
    const project = service.project();
    await service.redirects.createRedirect(
      { oldUrl: '/taken', newUrl: '/mine', matchType: 'exact' },
      project.as('user'),
    );
    const page = { 'a/x.md': '---\naliases: [/taken, /free]\n---\n# X' };
    const report = await importFolder(service, project, page);
    expect(report.redirects).toBe(1);
    expect(report.problems).toMatchObject([{ path: 'x.md', code: 'redirect_exists' }]);
    expect(await listRedirects(project)).toContain('/taken /mine');
    expect(await allArticles(project)).toHaveLength(1);
  });

  it('that lead round are reported', async () => {
    const project = service.project();
    const page = { 'a/x.md': '---\naliases: [/de/articles/1-x]\n---\n# X' };
    const report = await importFolder(service, project, page);
    expect(report).toMatchObject({ created: 1, redirects: 0 });
    expect(report.problems).toMatchObject([{ code: 'redirect_loop' }]);
  });
});
