import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { allArticles, contentIn, findArticle, importFolder, readTree, upload } from './support/imports';

let service: TestHelpcenter;

beforeAll(async () => {
  service = await startHelpcenter();
});

afterAll(() => service.stop());

const openProject = (languages = ['de', 'en']): TestProject => {
  const project = service.project();
  service.beside.settings.set(project.id, { languages });
  return project;
};

const importJson = async (project: TestProject, value: unknown, options = {}) => {
  const fileUrl = await upload(service, project, Buffer.from(JSON.stringify(value)), 'export.txt');
  const { job } = await service.imports.startImport({ fileUrl, wait: true, ...options }, project.as('user'));
  if (!job) throw new Error('The answer lacks the import');
  return job;
};

const listRedirects = async (project: TestProject): Promise<string[]> =>
  (await service.redirects.listRedirects({}, project.as('agent'))).redirects
    .map(({ oldUrl }) => oldUrl)
    .sort();

describe('an export of Zendesk Guide', () => {
  const host = 'https://shop.zendesk.com/hc';
  const folder = {
    'categories.json': JSON.stringify({
      categories: [
        {
          id: 1,
          name: 'Allgemein',
          description: 'Alles',
          locale: 'de',
          position: 1,
          html_url: `${host}/de/categories/1`,
        },
        { id: 2, name: 'Leer', description: '', locale: 'de', position: 0 },
      ],
    }),
    'sections.json': JSON.stringify({
      sections: [
        { id: 11, name: 'Zweiter', category_id: 1, parent_section_id: null, locale: 'de', position: 2 },
        {
          id: 10,
          name: 'Erster',
          category_id: 1,
          parent_section_id: null,
          locale: 'de',
          position: 1,
          translations: [{ locale: 'en-us', title: 'First', body: '' }],
        },
      ],
      count: 2,
    }),
    'articles-1.json': JSON.stringify({
      articles: [
        {
          id: 101,
          title: 'Geld zurück',
          body: `<p>Siehe <a href="${host}/de/articles/102-Porto#teil">Porto</a> und <a href="/hc/en-us/articles/102">Porto</a>.</p>`,
          section_id: 10,
          locale: 'de',
          source_locale: 'de',
          draft: false,
          position: 2,
          label_names: ['geld'],
          html_url: `${host}/de/articles/101-Geld-zur%C3%BCck`,
          translations: [
            { locale: 'de', title: 'Geld zurück', body: 'nicht dieser', draft: false },
            { locale: 'en-us', title: 'Refunds', body: '<p>Soon</p>', draft: false },
            { locale: 'fr', title: 'Brouillon', body: '<p>x</p>', draft: true },
          ],
        },
      ],
    }),
    'articles-2.json': JSON.stringify({
      articles: [
        {
          id: 102,
          title: 'Porto',
          body: '<p>Text</p>',
          section_id: 10,
          locale: 'de',
          draft: true,
          position: 1,
        },
        {
          id: 103,
          title: 'Lose',
          body: '<p>Text</p>',
          section_id: 99,
          locale: 'de',
          draft: false,
          position: 1,
        },
      ],
    }),
    'translations.json': JSON.stringify({
      translations: [
        {
          id: 9,
          source_id: 102,
          source_type: 'Article',
          locale: 'en-us',
          title: 'Postage',
          body: '<p>Text</p>',
        },
      ],
    }),
  };

  it('has its categories, sections, articles and translations', async () => {
    const project = openProject();
    const report = await importFolder(service, project, folder);
    expect(report).toMatchObject({ status: 'done', created: 3, collections: 3, failed: 0, redirects: 6 });
    expect(report.problems.map(({ path, code }) => [path, code])).toEqual([
      ['zendesk:article:101', 'translation_draft'],
    ]);
    expect(await readTree(project)).toEqual([
      ['Allgemein', [], ['Erster', ['Porto', 'Geld zurück']]],
      ['Help', ['Lose']],
    ]);
    const [refunds, postage] = [
      await findArticle(project, 'Geld zurück'),
      await findArticle(project, 'Porto'),
    ];
    expect(refunds).toMatchObject({
      title: { de: 'Geld zurück', en: 'Refunds' },
      tags: ['geld'],
      isDraft: false,
      externalId: '101',
    });
    expect(postage).toMatchObject({ title: { de: 'Porto', en: 'Postage' }, isDraft: true });
    expect(contentIn(refunds)).toContain(`/de/articles/${postage.id}#teil`);
    expect(contentIn(refunds)).not.toContain('zendesk');
    expect(await listRedirects(project)).toEqual([
      '/hc/de/articles/101',
      '/hc/de/articles/101-Geld-zur%C3%BCck',
      '/hc/de/articles/102',
      '/hc/de/articles/103',
      '/hc/en-us/articles/101',
      '/hc/en-us/articles/102',
    ]);
    expect(await importFolder(service, project, folder)).toMatchObject({
      created: 0,
      unchanged: 3,
      collections: 0,
    });
  });
});

describe('an export of Intercom', () => {
  it('has its collections and articles in all languages', async () => {
    const project = openProject();
    const value = {
      articles: {
        type: 'list',
        data: [
          {
            type: 'article',
            id: '7',
            title: 'Hallo',
            description: 'Kurz',
            body: '<p>Text</p><p><a href="https://help.shop.example/de/articles/8-welt">Welt</a></p>',
            state: 'published',
            parent_id: 2,
            parent_type: 'collection',
            default_locale: 'de',
            url: 'https://help.shop.example/de/articles/7-hallo',
            translated_content: {
              type: 'article_translated_content',
              de: { title: 'Hallo', body: '<p>Text</p>', state: 'published' },
              en: { type: 'article_content', title: 'Hello', body: '<p>Text</p>', state: 'published' },
            },
          },
          { type: 'article', id: '8', title: 'Welt', body: '<p>Welt</p>', state: 'draft', parent_id: null },
        ],
      },
      collections: {
        type: 'list',
        data: [
          { type: 'collection', id: '1', name: 'Oben', description: 'Alles', parent_id: null, order: 1 },
          { type: 'collection', id: '2', name: 'Unten', parent_id: '1', order: 1 },
        ],
      },
    };
    const report = await importJson(project, value);
    expect(report).toMatchObject({ created: 2, collections: 3, redirects: 1, problemCount: 0 });
    expect(await readTree(project)).toEqual([
      ['Oben', [], ['Unten', ['Hallo']]],
      ['Export', ['Welt']],
    ]);
    const [hello, world] = [await findArticle(project, 'Hallo'), await findArticle(project, 'Welt')];
    expect(hello).toMatchObject({
      title: { de: 'Hallo', en: 'Hello' },
      description: { de: 'Kurz' },
      isDraft: false,
    });
    expect(world.isDraft).toBe(true);
    expect(contentIn(hello)).toContain(world.id);
  });
});

describe('an export of Freshdesk', () => {
  it('has its categories, folders and articles', async () => {
    const project = openProject();
    const article = (id: number, title: string, status: number) => ({
      id,
      title,
      description: `<p>Text</p><a href="/support/solutions/articles/2-x">x</a>`,
      status,
      folder_id: 4,
      category_id: 3,
      tags: ['a'],
      seo_data: { meta_description: 'Kurz' },
      hierarchy: [
        { level: 0, type: 'category', data: { id: 3, name: 'Kategorie', language: 'de' } },
        { level: 1, type: 'folder', data: { id: 4, name: 'Ordner', language: 'de' } },
      ],
    });
    const report = await importJson(project, [article(1, 'Eins', 2), article(2, 'Zwei', 1)]);
    expect(report).toMatchObject({ created: 2, collections: 2, redirects: 2, problemCount: 0 });
    expect(await readTree(project)).toEqual([['Kategorie', [], ['Ordner', ['Eins', 'Zwei']]]]);
    expect((await allArticles(project)).map(({ isDraft }) => isDraft)).toEqual([false, true]);
    expect(contentIn(await findArticle(project, 'Eins'))).toContain((await findArticle(project, 'Zwei')).id);
  });
});

describe('an export of Help Scout Docs', () => {
  it('has its collections, categories and articles', async () => {
    const project = openProject();
    const url = 'https://docs.shop.example/article';
    const value = {
      collections: { page: 1, items: [{ id: 'c1', siteId: 's', name: 'Handbuch', order: 1 }] },
      categories: { page: 1, items: [{ id: 'k1', collectionId: 'c1', name: 'Start', order: 1 }] },
      articles: [
        {
          id: 'a1',
          number: 14,
          collectionId: 'c1',
          categories: ['k1'],
          status: 'published',
          name: 'Eins',
          text: `<p>Text <a href="${url}/15-zwei">zwei</a></p>`,
          publicUrl: `${url}/14-eins`,
          keywords: ['wort'],
        },
        {
          id: 'a2',
          number: 15,
          collectionId: 'c1',
          categories: [],
          status: 'notpublished',
          name: 'Zwei',
          text: 'Text',
        },
      ],
    };
    const report = await importJson(project, value);
    expect(report).toMatchObject({ created: 2, collections: 2, redirects: 1, problemCount: 0 });
    expect(await readTree(project)).toEqual([['Handbuch', ['Zwei'], ['Start', ['Eins']]]]);
    expect(contentIn(await findArticle(project, 'Eins'))).toContain((await findArticle(project, 'Zwei')).id);
    expect(await listRedirects(project)).toEqual(['/article/14-eins']);
  });
});

describe('other JSON', () => {
  it('fails as empty, and circles of collections end', async () => {
    for (const value of [{}, [], { articles: [{ id: 1 }] }, [[[[[[{ type: 'article', body: '' }]]]]]]])
      expect(await importJson(openProject(), value)).toMatchObject({
        status: 'failed',
        error: 'archive_empty',
      });
    const project = openProject();
    const circle = [
      { type: 'collection', id: '1', name: 'A', parent_id: '2' },
      { type: 'collection', id: '2', name: 'B', parent_id: '1' },
      { type: 'article', id: '3', title: 'X', body: '<p>x</p>', state: 'draft', parent_id: '1' },
    ];
    expect(await importJson(project, { data: circle })).toMatchObject({ status: 'done', created: 1 });
  });

  it('has wrong languages, NULs and no texts without harm', async () => {
    const project = openProject();
    const value = {
      data: [
        { type: 'collection', id: '1', name: `A\0${'b'.repeat(600)}`, default_locale: '__proto__' },
        { type: 'article', id: '2', title: `X\0${'\u{1f600}'.repeat(400)}`, body: 'x\0', parent_id: '1' },
        { type: 'article', id: '3', title: 'Y', body: 5, default_locale: 'nonsense!', parent_id: '1' },
        { type: 'article', id: '4', title: null, body: null, parent_id: '1' },
      ],
    };
    const report = await importJson(project, value);
    expect(report).toMatchObject({ status: 'done', created: 2, failed: 1, collections: 1 });
    expect(report.problems).toMatchObject([{ path: 'intercom:article:4', code: 'article_empty' }]);
  });

  it('is a dry run as any other', async () => {
    const project = openProject();
    const value = {
      data: [{ type: 'article', id: '3', title: 'X', body: '<p>x</p>', url: 'https://a.example/x' }],
    };
    const report = await importJson(project, value, { dryRun: true });
    expect(report).toMatchObject({ created: 1, collections: 1, redirects: 1 });
    expect(await project.collections('all')).toEqual([]);
  });
});
