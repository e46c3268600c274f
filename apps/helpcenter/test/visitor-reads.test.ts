import { newId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { MEMBER_ID, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { anonymous, beforeEachVisit, createReader, titles, makeWidgetContext } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => ({ service, project, guest } = visit));

const live = { isDraft: false };
const pro = { field: 'plan', operator: 'eq', value: 'pro' };
const { top, page, read } = createReader(
  () => service,
  () => guest,
);

describe('section 8.2: collections', () => {
  it('are those that hold an article for the visitor in the wanted language, here or below, in order', async () => {
    const shop = await project.collection({ title: { en: 'Shop', de: 'Laden' } });
    const deep = await project.collection({ title: 'Deep', parent: shop.id });
    const leaf = await project.collection({ title: { en: 'Leaf' }, parent: deep.id });
    const empty = await project.collection({ title: { en: 'Empty' } });
    const drafts = await project.collection({ title: { en: 'Drafts' } });
    const billing = await project.collection({ title: { en: 'Billing' } });
    await project.article(leaf.id, { title: { en: 'Refunds' }, ...live });
    await project.article(billing.id, { title: { de: 'Rechnung' }, ...live });
    await project.article(drafts.id, { title: { en: 'Draft' } });
    expect(titles(await top())).toEqual(['Shop']);
    expect(titles(await top(guest, { lang: 'de' }))).toEqual(['Billing']);
    expect(titles(await top(guest, { lang: 'fr' }))).toEqual([]);
    expect(await top(guest, { parentId: `${shop.docId}-anything` })).toMatchObject([
      { id: deep.id, parent: shop.id, articlesCount: 0, subCollectionsCount: 1 },
    ]);
    for (const { id, docId } of [empty, drafts, billing])
      for (const ref of [id, String(docId)]) {
        await expect(page(ref)).rejects.toMatchObject({ reason: 'COLLECTION_NOT_FOUND' });
        await expect(top(guest, { parentId: ref })).rejects.toMatchObject({ reason: 'COLLECTION_NOT_FOUND' });
      }
  });

  it('show breadcrumbs, what lies in them and counts of what this visitor sees', async () => {
    const shop = await project.collection({ title: { en: 'The Shop' }, description: { en: 'All of it' } });
    const orders = await project.collection({ title: { en: 'Orders' }, parent: shop.id });
    const secret = await project.collection({
      title: { en: 'Secret' },
      parent: orders.id,
      targetAudience: 'users',
    });
    await project.article(secret.id, { title: { en: 'Hidden' }, ...live });
    await project.article(orders.id, {
      title: { en: 'Track it!' },
      description: { en: 'Where it is' },
      ...live,
    });
    await project.article(orders.id, { title: { en: 'For pros' }, extendedAudienceFilter: [pro], ...live });
    await project.article(orders.id, { title: { en: 'Later' } });
    const found = await page(`${orders.docId}-orders`);
    const root = `http://127.0.0.1:3000/help/${project.id}/en`;
    expect(found).toEqual({
      language: 'en',
      collection: {
        id: orders.id,
        docId: orders.docId,
        slug: 'orders',
        parent: shop.id,
        title: 'Orders',
        url: `${root}/collections/${orders.docId}-orders`,
        articlesCount: 1,
        subCollectionsCount: 0,
      },
      breadcrumbs: [
        {
          id: shop.id,
          docId: shop.docId,
          title: 'The Shop',
          url: `${root}/collections/${shop.docId}-the-shop`,
        },
      ],
      subCollections: [],
      articles: [
        {
          id: expect.any(String),
          docId: expect.any(Number),
          slug: 'track-it',
          title: 'Track it!',
          description: 'Where it is',
          url: expect.stringMatching(new RegExp(`^${root}/articles/\\d+-track-it$`)),
          updatedAt: expect.any(String),
        },
      ],
    });
    const user = service.beside.contacts.add(project.id, { userId: 'u', plan: 'pro' });
    const seen = await page(orders.id, makeWidgetContext(project, user));
    expect(seen?.collection).toMatchObject({ articlesCount: 2, subCollectionsCount: 1 });
    expect(titles(seen?.articles)).toEqual(['Track it!', 'For pros']);
    expect(titles(seen?.subCollections)).toEqual(['Secret']);
  });
});

describe('section 8.2: articles', () => {
  it('are read by id, docId and docId-anything, as safe HTML without internal fields', async () => {
    service.beside.members.set(MEMBER_ID, {
      firstName: 'Ada',
      lastName: 'Byron',
      profileImageUrl: 'https://x.example/a',
    });
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, {
      title: { en: 'Refunds & <returns>' },
      content: {
        en: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: '<b>14</b> days' }] }],
        },
      },
      externalId: 'internal-1',
      tags: ['money'],
      author: MEMBER_ID,
      ...live,
    });
    const answers = [];
    for (const ref of [article.id, String(article.docId), `${article.docId}-whatever`, `${article.docId}-`])
      answers.push(await read(ref));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toEqual({
      id: article.id,
      docId: article.docId,
      slug: 'refunds-returns',
      title: 'Refunds & <returns>',
      contentHtml: '<p>&lt;b&gt;14&lt;/b&gt; days</p>',
      language: 'en',
      languages: ['en'],
      url: `http://127.0.0.1:3000/help/${project.id}/en/articles/${article.docId}-refunds-returns`,
      collection: expect.objectContaining({ id: shop.id, title: 'Shop' }),
      breadcrumbs: [expect.objectContaining({ id: shop.id })],
      author: { name: 'Ada Byron', profileImageUrl: 'https://x.example/a' },
      tags: ['money'],
      publishedAt: expect.any(String),
      updatedAt: article.updatedAt,
      upvotes: 0,
      downvotes: 0,
    });
  });

  it('never tell the address of an author who has no name', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    service.beside.members.delete(MEMBER_ID);
    const article = await project.article(shop.id, { title: { en: 'By them' }, author: MEMBER_ID, ...live });
    const found = await read(article.id);
    expect(found?.author).toBeUndefined();
    expect(JSON.stringify(found)).not.toContain('@example.com');
  });

  it.each(['draft', 'restricted', 'of another project', 'unknown', 'no reference'])(
    'that are %s are the same 404 by id and docId',
    async (which) => {
      const shop = await project.collection({ title: { en: 'Shop' } });
      await project.article(shop.id, { title: { en: 'Open' }, ...live });
      const hidden = await project.article(shop.id, {
        title: { en: 'Hidden' },
        isDraft: which === 'draft',
        ...(which === 'restricted' && { targetAudience: 'users' }),
      });
      const refs = {
        unknown: [newId(), '999'],
        'no reference': ['x', '', '-1', '1x', '99999999999', '%00', `${hidden.id}-x`],
      }[which] ?? [hidden.id, String(hidden.docId)];
      const context = which === 'of another project' ? anonymous(service.project()) : guest;
      for (const ref of refs) {
        await expect(read(ref, context)).rejects.toMatchObject({
          reason: 'ARTICLE_NOT_FOUND',
          message: 'There is no such article in this project.',
        });
      }
    },
  );

  it('keep their canonical address with a custom domain, a slug and letters of any script', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, { title: { en: '  Über uns: 返品  ' }, ...live });
    const other = service.project();
    service.beside.settings.set(other.id, {
      languages: ['en'],
      defaultLanguage: 'en',
      helpcenter: { slug: 'shop-1' },
    });
    const there = await other.collection({ title: { en: 'There' } });
    await other.article(there.id, { title: { en: 'x'.repeat(59) + ' yz' }, ...live });
    const slug = encodeURIComponent('über-uns-返品');
    expect(await read(article.id)).toMatchObject({ slug: 'über-uns-返品' });
    expect((await read(article.id))?.url).toBe(
      `http://127.0.0.1:3000/help/${project.id}/en/articles/${article.docId}-${slug}`,
    );
    const found = await page(there.id, anonymous(other));
    expect(found?.articles[0]).toMatchObject({
      slug: 'x'.repeat(59),
      url: `http://127.0.0.1:3000/help/shop-1/en/articles/1-${'x'.repeat(59)}`,
    });
    const third = service.project();
    service.beside.settings.set(third.id, {
      languages: ['en'],
      defaultLanguage: 'en',
      helpcenter: { slug: 'shop-2', customDomain: 'help.shop.example' },
    });
    const own = await third.collection({ title: { en: 'Own' } });
    await third.article(own.id, { title: { en: '!!!' }, ...live });
    expect((await page(own.id, anonymous(third)))?.articles[0]?.url).toBe(
      'https://help.shop.example/en/articles/1',
    );
  });
});

describe('the envelope', () => {
  it('shows the public settings only', async () => {
    service.beside.settings.set(project.id, {
      languages: ['en'],
      defaultLanguage: 'en',
      helpcenter: {
        slug: 'shop',
        color: '#aabbcc',
        noindex: true,
        enabled: true,
        apiSecret: 's',
        links: [{ title: 'a', url: 'b' }],
      },
    });
    const { project: shown, domainRedirect } = await service.visitor.listVisibleCollections({}, guest);
    expect(shown).toEqual({
      id: project.id,
      name: 'Shop',
      languages: ['en'],
      defaultLanguage: 'en',
      helpcenter: { slug: 'shop', color: '#aabbcc', links: [{ title: 'a', url: 'b' }] },
    });
    expect(domainRedirect).toBeUndefined();
  });

  it('names the custom domain to whoever came to another host', async () => {
    service.beside.settings.set(project.id, {
      languages: ['en'],
      defaultLanguage: 'en',
      helpcenter: { customDomain: 'help.shop.example' },
    });
    const redirect = async (host: string) =>
      (await service.visitor.listVisibleCollections({}, anonymous(project, { host }))).domainRedirect;
    expect(await redirect('api.example.com')).toBe('https://help.shop.example');
    expect(await redirect('Help.Shop.Example:443')).toBeUndefined();
  });

  it('is 404 helpcenter_not_found everywhere when the help center is switched off', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, { title: { en: 'x' }, ...live });
    service.beside.settings.set(project.id, { languages: ['en'], helpcenter: { enabled: false } });
    const off = { reason: 'HELPCENTER_NOT_FOUND' };
    const fresh = anonymous(project);
    await expect(top(fresh)).rejects.toMatchObject(off);
    await expect(page(shop.id, fresh)).rejects.toMatchObject(off);
    await expect(read(article.id, fresh)).rejects.toMatchObject(off);
    const { visitor } = service;
    await expect(visitor.searchArticles({ searchTerm: 'x' }, fresh)).rejects.toMatchObject(off);
    await expect(visitor.findSources({ searchTerm: 'x' }, fresh)).rejects.toMatchObject(off);
    await expect(visitor.answerQuestion({ question: 'x' }, fresh)).rejects.toMatchObject(off);
    const vote = { articleRef: article.id, vote: 'up' };
    await expect(visitor.rateArticle(vote, fresh)).rejects.toMatchObject(off);
    await expect(service.redirects.resolveRedirect({ path: '/x' }, fresh)).rejects.toMatchObject(off);
  });

  it('is in the address of each language of an article that the knowledge base reads, which has none while it is switched off', async () => {
    const texts = async (helpcenter: object) => {
      project = service.project();
      service.beside.settings.set(project.id, {
        defaultLanguage: 'en',
        languages: ['en', 'de'],
        helpcenter: { slug: 'shop', ...helpcenter },
      });
      const { id: collectionId } = await project.collection({ title: { en: 'Shop' } });
      const title = { en: 'Refunds', de: 'Geld' };
      const { id, docId } = await project.article(collectionId, { title, ...live });
      const { articles } = await service.knowledgeSource.getPublishedArticles(
        { ids: [id] },
        anonymous(project),
      );
      expect(articles.map((article) => article.id)).toEqual([id]);
      const addresses = articles[0]?.texts.map(({ language, url }) => [language, url]);
      return { docId, addresses };
    };
    const { docId, addresses } = await texts({});
    expect(Object.fromEntries(addresses as [])).toEqual({
      en: expect.stringMatching(`^http://.+/en/articles/${docId}-refunds$`),
      de: expect.stringMatching(`^http://.+/de/articles/${docId}-geld$`),
    });
    const off = await texts({ enabled: false });
    expect(Object.fromEntries(off.addresses as [])).toEqual({ en: undefined, de: undefined });
  });
});
