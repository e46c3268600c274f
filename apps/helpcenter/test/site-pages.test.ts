import type { CallContext } from '@parley/rpc';
import { gather, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { beforeEachVisit } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => ({ service, project, guest } = visit));

const live = { isDraft: false };

describe('what the site asks for', () => {
  it('is every page that an anonymous visitor sees, in each language, as a stream', async () => {
    const shop = await project.collection({ title: { en: 'Shop', de: 'Laden' } });
    const closed = await project.collection({ title: { en: 'Closed' }, targetAudience: 'users' });
    const both = await project.article(shop.id, { title: { en: 'Refunds', de: 'Erstattung' }, ...live });
    const austrian = await project.article(shop.id, { title: { de_AT: 'Sackerl' }, ...live });
    await project.article(shop.id, { title: { fr: 'Français' }, ...live });
    await project.article(shop.id, { title: { en: 'Draft' } });
    await project.article(closed.id, { title: { en: 'Hidden' }, ...live });
    const pages = await gather(service.site.listPages({}, guest), (part) => part.pages);
    const root = `http://127.0.0.1:3000/help/${project.id}`;
    const at = (language: string, path: string) => ({ language, url: `${root}/${language}/${path}` });
    expect(pages.map(({ kind, docId, addresses }) => ({ kind, docId, addresses }))).toEqual([
      {
        kind: 'collection',
        docId: shop.docId,
        addresses: [
          at('en', `collections/${shop.docId}-shop`),
          at('de', `collections/${shop.docId}-laden`),
          at('de-AT', `collections/${shop.docId}-laden`),
        ],
      },
      {
        kind: 'article',
        docId: both.docId,
        addresses: [
          at('en', `articles/${both.docId}-refunds`),
          at('de', `articles/${both.docId}-erstattung`),
        ],
      },
      {
        kind: 'article',
        docId: austrian.docId,
        addresses: [at('de-AT', `articles/${austrian.docId}-sackerl`)],
      },
    ]);
  });

  it('is the latest changed articles of a language', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const first = await project.article(shop.id, {
      title: { en: 'First' },
      content: { en: 'word '.repeat(60) },
      ...live,
    });
    await project.article(shop.id, { title: { en: 'Second' }, description: { en: 'Short' }, ...live });
    await project.article(shop.id, { title: { en: 'Hidden' }, targetAudience: 'users', ...live });
    await project.changeArticle(first, { tags: ['x'] });
    const { articles } = await service.site.listLatestArticles({ language: 'en', limit: 50 }, guest);
    expect(articles.map(({ title, summary }) => [title, summary])).toEqual([
      ['First', 'word '.repeat(32)],
      ['Second', 'Short'],
    ]);
    expect(
      (await service.site.listLatestArticles({ language: 'en', limit: 1 }, guest)).articles,
    ).toHaveLength(1);
  });
});
