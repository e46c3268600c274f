import type { CallContext } from '@parley/rpc';
import { gather, notFound, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { beforeEachVisit, createReader, makeWidgetContext, titles } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => {
  ({ service, project, guest } = visit);
  access('private');
});

const access = (value: string): void => {
  const known = service.beside.settings.get(project.id);
  service.beside.settings.set(project.id, { ...known, helpcenter: { access: value } });
};
const { top, read } = createReader(
  () => service,
  () => guest,
);

const live = { isDraft: false };
/** A collection with an article, and a contact with a user id. */
const publish = async () => {
  const shop = await project.collection({ title: { en: 'Shop' } });
  const article = await project.article(shop.id, { title: { en: 'Secret prices' }, ...live });
  return { shop, article };
};
const contact = (fields: object = { userId: 'user-1' }) => service.beside.contacts.add(project.id, fields);

describe('a private help center', () => {
  it('is 404 in every read of an anonymous visitor and of a widget’s guest, and of a blocked contact', async () => {
    const { article } = await publish();
    await service.redirects.createRedirect(
      { oldUrl: '/old', newUrl: '/en/articles/1', matchType: 'exact' },
      project.as('user'),
    );
    const strangers = [
      guest,
      makeWidgetContext(project, contact({ email: 'guest@example.com' })),
      makeWidgetContext(project, contact({ userId: 'user-2', blocked: true })),
    ];
    for (const context of strangers) {
      const { visitor, site, redirects } = service;
      const asked = { language: 'en', limit: 5 };
      const reads = [
        visitor.listVisibleCollections({}, context),
        visitor.getVisibleCollection({ collectionRef: '1' }, context),
        visitor.getVisibleArticle({ articleRef: article.id }, context),
        visitor.checkVisibleArticle({ articleRef: article.id }, context),
        visitor.searchArticles({ searchTerm: 'prices' }, context),
        visitor.findSources({ searchTerm: 'prices' }, context),
        visitor.answerQuestion({ question: 'Which prices?' }, context),
        visitor.rateArticle({ articleRef: article.id, vote: 'up' }, context),
        gather(site.listPages({}, context), ({ pages }) => pages),
        site.getPage({ kind: 'article', docId: 1 }, context),
        site.listLatestArticles(asked, context),
        site.listPopularArticles(asked, context),
        site.getArticleNeighbours({ articleId: article.id, language: 'en' }, context),
        site.suggestArticles({ searchTerm: 'prices', ...asked }, context),
        redirects.resolveRedirect({ path: '/old' }, context),
      ];
      for (const read of reads) await expect(read).rejects.toMatchObject(notFound('HELPCENTER'));
      const { project: shown } = await service.translations.getTexts({}, context);
      expect(shown?.hasHelpcenter).toBe(false);
    }
  });

  it('is read by a contact with a user id, and by one without who signed in at the site', async () => {
    const { article } = await publish();
    const known = makeWidgetContext(project, contact());
    const bySite = makeWidgetContext(project, contact({ email: 'ada@example.com' }), { channel: 'site' });
    for (const context of [known, bySite]) {
      expect(titles(await top(context))).toEqual(['Shop']);
      expect(await read(article.id, context)).toMatchObject({ title: 'Secret prices' });
      const pages = await gather(service.site.listPages({}, context), (part) => part.pages);
      expect(pages.map(({ kind }) => kind)).toEqual(['collection', 'article']);
    }
    const { project: shown } = await service.translations.getTexts({}, known);
    expect(shown?.hasHelpcenter).toBe(true);
  });
});

it('is named to the knowledge service', async () => {
  const ask = () => service.knowledgeSource.getAccess({}, guest);
  expect(await ask()).toEqual({ private: true });
});

describe('a contact who signed in at the site', () => {
  it('sees the articles of its audiences, also beside another, read most and suggested; others do not', async () => {
    access('public');
    const { shop, article } = await publish();
    const pro = { field: 'plan', operator: 'eq', value: 'pro' };
    const hidden = await project.article(shop.id, {
      title: { en: 'Prices of the plan' },
      extendedAudienceFilter: [pro],
      ...live,
    });
    const reader = makeWidgetContext(project, contact({ plan: 'pro' }), { channel: 'site' });
    const beside = { articleId: article.id, language: 'en' };
    expect((await service.site.getArticleNeighbours(beside, guest)).next).toBeUndefined();
    const seen = await service.site.getArticleNeighbours(beside, reader);
    expect(seen.next?.title).toBe('Prices of the plan');
    expect(await read(hidden.id, reader)).toMatchObject({ title: 'Prices of the plan' });
    await expect(read(hidden.id)).rejects.toMatchObject(notFound('ARTICLE'));
    const latest = await service.site.listLatestArticles({ language: 'en', limit: 5 }, reader);
    expect(titles(latest.articles)).toContain('Prices of the plan');
  });

  it('is signed out when it is blocked: 401', async () => {
    access('public');
    await publish();
    const blocked = makeWidgetContext(project, contact({ blocked: true }), { channel: 'site' });
    await expect(top(blocked)).rejects.toMatchObject({ reason: 'INVALID_SESSION' });
  });
});
