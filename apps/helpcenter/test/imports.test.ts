import { packZip } from '@parley/testing';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
import {
  allArticles,
  contentIn,
  findArticle,
  type Folder,
  importFolder,
  PUBLIC_URL,
  readTree,
  textIn,
  toMembers,
  upload,
} from './support/imports';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';

let service: TestHelpcenter;

beforeAll(async () => {
  service = await startHelpcenter();
});

afterAll(() => service.stop());

const run = (project: TestProject, folder: Folder | Buffer, options = {}) =>
  importFolder(service, project, folder, options);

const DOCS: Folder = {
  'docs-main/start/_category_.json': '{"label": "Erste Schritte", "position": 1}',
  'docs-main/start/02-second.md': '# Zweites\n\nText.',
  'docs-main/start/01-first.md':
    '---\ntitle: Erstes\ntags: [a, b]\ndescription: Kurz\n---\n# Anderes\n\nText.',
  'docs-main/start/last.md': '---\ntitle: Zuletzt\nsidebar_position: 3\n---\nText.',
  'docs-main/start/deep/index.md': '---\ntitle: Tief\n---\n',
  'docs-main/start/deep/page.html':
    '<html><head><title>Seite</title></head><body><nav>Menu</nav><p>Hallo <b>Welt</b></p></body></html>',
  'docs-main/billing/refund.md': 'Geld zurück.',
  'docs-main/billing/refund.en.md': '---\ntitle: Refunds\n---\nMoney back.',
  'docs-main/logo.psd': 'x',
};

describe('a folder of Markdown and HTML', () => {
  it('becomes collections and articles in their order, drafts unless the source says otherwise', async () => {
    const project = service.project();
    service.beside.settings.set(project.id, { languages: ['de', 'en'] });
    const report = await run(project, DOCS);
    expect(report).toMatchObject({
      status: 'done',
      dryRun: false,
      created: 5,
      updated: 0,
      unchanged: 0,
      skipped: 1,
      failed: 0,
      collections: 3,
      problemCount: 0,
    });
    expect(await readTree(project)).toEqual([
      ['Erste Schritte', ['Erstes', 'Zweites', 'Zuletzt'], ['Tief', ['Seite']]],
      ['Billing', ['Refund']],
    ]);
    const first = await findArticle(project, 'Erstes');
    expect(first).toMatchObject({ tags: ['a', 'b'], isDraft: true, description: { de: 'Kurz' } });
    expect(contentIn(first)).toBe('# Anderes\n\nText.');
    expect(contentIn(await findArticle(project, 'Zweites'))).toBe('Text.');
    expect(contentIn(await findArticle(project, 'Seite'))).toBe('Hallo **Welt**');
    const refund = await findArticle(project, 'Refund');
    expect(refund.title).toEqual({ de: 'Refund', en: 'Refunds' });
    expect(contentIn(refund, 'en')).toBe('Money back.');
  });

  it('has translations in folders of languages', async () => {
    const project = service.project();
    service.beside.settings.set(project.id, { languages: ['de', 'en'] });
    const report = await run(project, { 'de/a/x.md': '# Eins', 'en/a/x.md': '# One', 'fr/a/x.md': '# Un' });
    expect(report).toMatchObject({ created: 2, collections: 3 });
    expect((await findArticle(project, 'Eins')).title).toEqual({ de: 'Eins', en: 'One' });
  });

  it('writes callouts, accordions, tables and code of documentations', async () => {
    const project = service.project();
    await run(project, {
      'a/x.md': [
        ':::warning Vorsicht',
        'Heiß.',
        ':::',
        '',
        '<details>',
        '<summary>Mehr</summary>',
        '',
        'Inhalt',
        '',
        '</details>',
        '',
        '```js',
        ':::note',
        '```',
        '',
        '| a | b |',
        '| - | - |',
        '| 1 | 2 |',
      ].join('\n'),
    });
    const { content } = await findArticle(project, 'X');
    const types = ((content as Record<string, { content: { type: string }[] }>)['de']?.content ?? []).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['callout', 'details', 'codeBlock', 'table']);
  });

  it('is published with publish, and what its source says otherwise', async () => {
    const project = service.project();
    const folder = {
      'a/x.md': '# X',
      'a/y.md': '---\ndraft: true\n---\n# Y',
      'a/z.md': '---\ndraft: false\n---\n# Z',
    };
    await run(project, folder);
    const drafts = async () =>
      (await allArticles(project)).flatMap(({ isDraft, title }) => (isDraft ? [textIn(title)] : []));
    expect(await drafts()).toEqual(['X', 'Y']);
    const other = service.project();
    await run(other, folder, { publish: true });
    expect((await allArticles(other)).some(({ isDraft }) => isDraft)).toBe(false);
    expect(await service.told(await findArticle(other, 'X'))).toEqual(['created', 'published']);
  });

  it('goes into a collection, with its files in it', async () => {
    const project = service.project();
    const parent = await project.collection({ title: 'Oben' });
    const report = await run(project, { 'x.md': '# X', 'a/y.md': '# Y' }, { collectionId: parent.id });
    expect(report).toMatchObject({ created: 2, collections: 1 });
    expect(await readTree(project)).toEqual([['Oben', ['X'], ['A', ['Y']]]]);
  });

  it('leads links of pages to the new articles, and names those that lead nowhere', async () => {
    const project = service.project();
    const report = await run(project, {
      'a/01-x.md':
        '[y](../b/y.md#part) [z](/b/z/) [self](#here) [gone](./gone.md) [out](https://example.com/a)',
      'b/y.md': '# Y',
      'b/z/index.md': '# Z\n\nText',
    });
    expect(report.problems).toEqual([{ path: 'a/01-x.md', code: 'link_unresolved', message: '/a/gone.md' }]);
    const [x, y, z] = [
      await findArticle(project, 'X'),
      await findArticle(project, 'Y'),
      await findArticle(project, 'Z'),
    ];
    const to = (article: Article): string => `${PUBLIC_URL}/help/${project.id}/de/articles/${article.id}`;
    expect(contentIn(x)).toBe(
      `[y](${to(y)}#part) [z](${to(z)}) [self](${to(x)}#here) gone [out](https://example.com/a)`,
    );
  });
});

describe('a repeated import', () => {
  it('updates what changed in the source, and creates nothing twice', async () => {
    const project = service.project();
    await run(project, { 'a/x.md': '# X\n\nOld', 'a/y.md': '# Y' });
    const [x, y] = [await findArticle(project, 'X'), await findArticle(project, 'Y')];
    await project.changeArticle(y, { title: { de: 'Mine' } });
    const report = await run(project, { 'a/x.md': '# X\n\nNew', 'a/y.md': '# Y', 'a/z.md': '# Z' });
    expect(report).toMatchObject({ created: 1, updated: 1, unchanged: 1, collections: 0 });
    expect(await project.readArticle(x)).toMatchObject({ id: x.id, version: 2 });
    expect(contentIn(await project.readArticle(x))).toBe('New');
    expect((await project.readArticle(y)).title).toEqual({ de: 'Mine' });
    expect(await readTree(project)).toEqual([['A', ['X', 'Mine', 'Z']]]);
  });

  it('creates a deleted article again, and keeps one published', async () => {
    const project = service.project();
    await run(project, { 'a/x.md': '# X', 'a/y.md': '# Y' }, { publish: true });
    const x = await findArticle(project, 'X');
    await service.articles.deleteArticle(
      { helpcenterCollectionId: x.helpcenterCollection, helpcenterArticleId: x.id },
      project.as('user'),
    );
    const report = await run(project, { 'a/x.md': '# X', 'a/y.md': '# Y\n\nNew' });
    expect(report).toMatchObject({ created: 1, updated: 1 });
    expect((await findArticle(project, 'Y')).isDraft).toBe(false);
    expect((await findArticle(project, 'X')).isDraft).toBe(true);
  });

  it('finds a link that led nowhere before', async () => {
    const project = service.project();
    expect(await run(project, { 'a/x.md': '# X\n\n[y](y.md)' })).toMatchObject({ problemCount: 1 });
    const report = await run(project, { 'a/x.md': '# X\n\n[y](y.md)', 'a/y.md': '# Y' });
    expect(report).toMatchObject({ created: 1, updated: 1, problemCount: 0 });
    expect(contentIn(await findArticle(project, 'X'))).toContain((await findArticle(project, 'Y')).id);
  });
});

describe('a dry run', () => {
  it('has the report of the import and writes nothing', async () => {
    const project = service.project();
    service.beside.settings.set(project.id, { languages: ['de', 'en'] });
    const url = await upload(service, project, packZip(toMembers(DOCS)));
    const start = async (dryRun: boolean) =>
      (await service.imports.startImport({ fileUrl: url, wait: true, dryRun }, project.as('user'))).job;
    const dry = await start(true);
    expect(await project.collections('all')).toEqual([]);
    const [row] = await service.db.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM article_source WHERE project_id = $1)::integer AS n',
      [project.id],
    );
    expect(row?.n).toBe(0);
    const wet = await start(false);
    const { created, updated, unchanged, skipped, failed, collections, images, problems } = wet ?? {};
    expect(dry).toMatchObject({
      status: 'done',
      dryRun: true,
      ...{ created, updated, unchanged, skipped, failed, collections, images, problems },
    });
    expect(await start(true).catch(String)).toMatchObject({ created: 0, unchanged: 5, collections: 0 });
  });
});
