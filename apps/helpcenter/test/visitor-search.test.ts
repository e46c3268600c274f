import { eventually } from '@parley/testing';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { CallContext } from '@parley/rpc';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { anonymous, makeWidgetContext } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  service.beside.settings.set(project.id, {
    defaultLanguage: 'en',
    languages: ['en', 'de', 'de-AT', 'ja', 'th', 'zh', 'ko'],
  });
  guest = anonymous(project);
});

const live = { isDraft: false };

/** Waits until the index knows everything that was changed. */
const indexed = () =>
  eventually(async () => {
    const waiting = await service.db.query('SELECT FROM search_queue WHERE applied IS NULL');
    expect(waiting).toEqual([]);
  });

const search = async (searchTerm: string, context = guest, rest: { lang?: string; limit?: number } = {}) =>
  (await service.visitor.searchArticles({ searchTerm, ...rest }, context)).data;
const found = async (...parameters: Parameters<typeof search>) =>
  ((await search(...parameters))?.hits ?? []).map(({ title }) => title);
const answer = (question: string, context = guest, lang?: string) =>
  service.visitor.answerQuestion({ question, ...(lang && { lang }) }, context);
const sources = async (searchTerm: string, context = guest) =>
  (await service.visitor.findSources({ searchTerm }, context)).sources;

describe('section 5: search', () => {
  it('suggests the articles that it would find to the site', async () => {
    const shop = await project.collection({ title: { en: 'Billing' } });
    const { docId } = await project.article(shop.id, { title: { en: 'Refund policy' }, ...live });
    await project.article(shop.id, { title: { en: 'Refund rules' }, ...live, targetAudience: 'users' });
    await project.article(shop.id, { title: { en: 'Refund draft' } });
    await indexed();
    const suggest = async (searchTerm: string, limit = 5) =>
      (await service.site.suggestArticles({ searchTerm, language: 'en', limit }, guest)).articles;
    const url = `http://127.0.0.1:3000/help/${project.id}/en/articles/${docId}-refund-policy`;
    expect(await suggest('refu')).toEqual([{ title: 'Refund policy', url }]);
    expect(await suggest('')).toEqual([]);
  });

  it('answers hits with exactly their keys, and a snippet with all but the marks escaped', async () => {
    const shop = await project.collection({ title: { en: 'Billing' } });
    const article = await project.article(shop.id, {
      title: { en: 'Refunds' },
      content: { en: `${'filler '.repeat(100)}A <b>refund</b> takes 14 days ${'more '.repeat(100)}` },
      ...live,
    });
    const short = await project.article(shop.id, {
      title: { en: 'Refund policy' },
      description: { en: 'Short & <i>' },
      ...live,
    });
    await indexed();
    const { hits, language } = (await search('refund')) ?? {};
    expect(language).toBe('en');
    expect(hits?.map(({ id }) => id)).toEqual([short.id, article.id]);
    expect(hits?.[1]).toEqual({
      id: article.id,
      docId: article.docId,
      title: 'Refunds',
      snippet: expect.stringContaining('A &lt;b&gt;<em>refund</em>&lt;/b&gt; takes'),
      url: `http://127.0.0.1:3000/help/${project.id}/en/articles/${article.docId}-refunds`,
      collection: { id: shop.id, docId: shop.docId, title: 'Billing' },
    });
    const text = hits?.[1]?.snippet.replaceAll(/<\/?em>/g, '').replaceAll(/&[a-z#0-9]+;/g, 'x') ?? '';
    expect(text.length).toBeLessThanOrEqual(300);
    expect(hits?.[0]).toMatchObject({ description: 'Short & <i>' });
  });

  it('puts articles with all words first, then some of them, rare words first: a natural question finds its article', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    for (let n = 0; n < 12; n += 1)
      await project.article(shop.id, {
        title: { en: `How does day ${n} work` },
        content: { en: 'It does take a long time' },
        ...live,
      });
    await project.article(shop.id, {
      title: { en: 'Refunds' },
      content: { en: 'A refund is paid in 14 days' },
      ...live,
    });
    await project.article(shop.id, {
      title: { en: 'Password' },
      content: { en: 'Reset the password' },
      ...live,
    });
    await project.article(shop.id, { title: { en: 'Reset everything' }, ...live });
    await indexed();
    expect((await found('how long does a refund take'))[0]).toBe('Refunds');
    expect(await found('reset password')).toEqual(['Password', 'Reset everything']);
  });

  it('weighs the title most, then the description, then the rest and the tags', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { en: 'By tag' }, tags: ['voucher'], ...live });
    await project.article(shop.id, { title: { en: 'By text' }, content: { en: 'about a voucher' }, ...live });
    await project.article(shop.id, {
      title: { en: 'By description' },
      description: { en: 'a voucher' },
      ...live,
    });
    await project.article(shop.id, { title: { en: 'By voucher' }, ...live });
    await indexed();
    const order = await found('voucher');
    expect(order.slice(0, 2)).toEqual(['By voucher', 'By description']);
    expect(order.slice(2).sort()).toEqual(['By tag', 'By text']);
  });

  it('forgives one letter, matches the last word as a prefix, numbers exactly, case and accents aside', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { en: 'Café invoice 4711' }, ...live });
    await indexed();
    for (const term of ['invioce', 'invoic', 'CAFE', 'cafe inv', '4711'])
      expect([term, await found(term)]).toEqual([term, ['Café invoice 4711']]);
    expect(await found('4712')).toEqual([]);
    expect(await found('   ')).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it.each([
    ['ja', '商品の返品方法について', '返品'],
    ['zh', '如何申请退款以及查看订单', '退款'],
    ['ko', '환불은 영업일 기준으로 처리됩니다', '환불'],
    ['th', 'วิธีการขอคืนเงินสำหรับคำสั่งซื้อ', 'คืนเงิน'],
  ])('finds words of %s', async (language, title, term) => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { [language]: title }, ...live });
    await indexed();
    expect(await found(term, guest, { lang: language })).toEqual([title]);
  });

  it('finds only what has the wanted language, in the texts of that language', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { en: 'Gift', de: 'Giftpflanzen' }, ...live });
    await project.article(shop.id, { title: { de: 'Gift' }, ...live });
    await project.article(shop.id, { title: { de: 'Sahne', 'de-AT': 'Obers' }, ...live });
    await indexed();
    expect(await found('gift')).toEqual(['Gift']);
    expect((await found('gift', guest, { lang: 'de' })).sort()).toEqual(['Gift', 'Giftpflanzen']);
    expect(await found('obers', guest, { lang: 'de-AT' })).toEqual(['Obers']);
    expect(await found('sahne', guest, { lang: 'de-AT' })).toEqual([]);
    expect(await found('obers', guest, { lang: 'de' })).toEqual([]);
  });
});

describe('section 9: nothing restricted leaks', () => {
  const secretWord = 'zeppelin';

  it('by a hit, a source, a sentence, a count or an order', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, {
      title: { en: 'Public airships' },
      content: { en: 'An airship flies slowly.' },
      ...live,
    });
    await project.article(shop.id, {
      title: { en: 'Other airships' },
      content: { en: 'Flies an airship too.' },
      ...live,
    });
    await indexed();
    const before = await found('airship flies');
    const closed = await project.collection({ title: { en: 'Closed' }, targetAudience: 'users' });
    for (let n = 0; n < 5; n += 1)
      await project.article(closed.id, {
        title: { en: `${secretWord} airship flies` },
        content: { en: `The ${secretWord} airship flies at 9.` },
        ...live,
      });
    await project.article(shop.id, { title: { en: `${secretWord} draft` } });
    await indexed();
    expect(await found(secretWord)).toEqual([]);
    expect(await sources(secretWord)).toEqual([]);
    expect(await answer(`What is the ${secretWord}?`)).toMatchObject({ answered: false, sources: [] });
    expect(await found('airship flies')).toEqual(before);
    const told = JSON.stringify([
      await search('airship'),
      await sources('airship flies'),
      await answer('How does an airship fly?'),
      await service.visitor.listVisibleCollections({}, guest),
    ]);
    expect(told).not.toContain(secretWord);
    expect(told).not.toContain('Closed');
    const user = makeWidgetContext(project, service.beside.contacts.add(project.id, { userId: 'u' }));
    expect(await found(secretWord, user)).toHaveLength(5);
    expect(await found('airship', anonymous(service.project()))).toEqual([]);
  });

  it('30 visible hits stay 30, however many invisible ones rank before them', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const add = async (count: number, fields: object) => {
      for (let n = 0; n < count; n += 1) await project.article(shop.id, { ...fields, ...live });
    };
    await add(60, { title: { en: 'coupon coupon coupon' }, targetAudience: 'users' });
    await add(31, { title: { en: 'Other' }, content: { en: 'something about a coupon' } });
    await indexed();
    expect(await found('coupon')).toEqual(Array.from({ length: 30 }, () => 'Other'));
  });

  it('counts for the very next request, while the index lags behind', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const articles: Article[] = [];
    for (let n = 0; n < 40; n += 1)
      articles.push(await project.article(shop.id, { title: { en: 'coupon coupon' }, ...live }));
    for (let n = 0; n < 30; n += 1)
      await project.article(shop.id, { title: { en: 'Other' }, content: { en: 'a coupon' }, ...live });
    await indexed();
    await service.db.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.retry_at := now() + interval ''1 hour''; RETURN NEW; END'`);
    await service.db.query(
      'CREATE TRIGGER hold BEFORE INSERT OR UPDATE ON search_queue FOR EACH ROW EXECUTE FUNCTION hold()',
    );
    try {
      for (const [at, article] of articles.entries())
        await project.changeArticle(article, at % 2 ? { isDraft: true } : { targetAudience: 'users' });
      expect(await found('coupon')).toEqual(Array.from({ length: 30 }, () => 'Other'));
      expect((await sources('coupon')).map(({ title }) => title)).toEqual(
        Array.from({ length: 5 }, () => 'Other'),
      );
    } finally {
      await service.db.query('DROP TRIGGER hold ON search_queue');
      await service.db.query('DROP FUNCTION hold');
      await service.db.query('UPDATE search_queue SET retry_at = NULL');
    }
  });
});

describe('marks for the index', () => {
  it('follow every way in which an article changes, by language, and no other change', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, { title: { en: 'Alpha', de: 'Beta' }, ...live });
    await indexed();
    expect(await found('alpha')).toEqual(['Alpha']);
    expect(await found('beta', guest, { lang: 'de' })).toEqual(['Beta']);
    const changed = await project.changeArticle(article, { title: { de: null, en: 'Gamma' } });
    await indexed();
    expect(await found('alpha')).toEqual([]);
    expect(await found('gamma')).toEqual(['Gamma']);
    const left = await service.db.query('SELECT id FROM search_document WHERE project_id = $1', [project.id]);
    expect(left).toEqual([{ id: `${article.id}_en` }]);
    await project.changeCollection(shop.id, { targetAudience: 'users' });
    await indexed();
    const [row] = await service.db.query<{ attributes: { audience: string } }>(
      'SELECT attributes FROM search_document WHERE project_id = $1',
      [project.id],
    );
    const [reach] = await service.db.query('SELECT audience FROM article_reach WHERE project_id = $1', [
      project.id,
    ]);
    expect(reach).toEqual({ audience: row?.attributes.audience });
    await service.articles.deleteArticle(
      { helpcenterCollectionId: shop.id, helpcenterArticleId: changed.id },
      project.as('admin'),
    );
    await indexed();
    expect(await service.db.query('SELECT FROM search_document WHERE project_id = $1', [project.id])).toEqual(
      [],
    );
    expect(await service.db.query('SELECT FROM article_reach WHERE project_id = $1', [project.id])).toEqual(
      [],
    );
  });
});

describe('section 5: sources and answer', () => {
  beforeEach(async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, {
      title: { en: 'Refunds' },
      content: {
        en: `${'Nothing to see here. '.repeat(100)}A refund takes 14 days. ${'Nothing more. '.repeat(100)}`,
      },
      ...live,
    });
    await project.article(shop.id, {
      title: { en: 'Shipping' },
      content: { en: 'Parcels take 3 days.' },
      ...live,
    });
    await indexed();
  });

  it('sources: at most 500 characters around the best match, wherever it stands', async () => {
    const [source, ...more] = await sources('refund');
    expect(more).toEqual([]);
    expect(source).toEqual({
      id: expect.any(String),
      title: 'Refunds',
      url: expect.stringMatching(/\/en\/articles\/1-refunds$/),
      extract: expect.stringContaining('A refund takes 14 days.'),
    });
    expect(source?.extract.length).toBeLessThanOrEqual(500);
  });

  it('answer: sentences of visible sources, word for word, each cited', async () => {
    expect(await answer('How long does a refund take?')).toEqual({
      answer: 'A refund takes 14 days. [1]',
      answered: true,
      language: 'en',
      sources: [
        {
          id: expect.any(String),
          docId: 1,
          title: 'Refunds',
          url: expect.stringMatching(/\/en\/articles\/1-refunds$/),
        },
      ],
    });
  });

  it.each(['Who painted the Mona Lisa?', 'How does it take the and what?'])(
    'nothing fits %s: answered is false, no sources, and the text that says so',
    async (question) => {
      expect(await answer(question)).toEqual({
        answer: 'No article answers this question.',
        answered: false,
        language: 'en',
        sources: [],
      });
    },
  );
});

describe('events', () => {
  const told = (subject: string) =>
    eventually(async () => {
      const rows = await service.db.query<{ payload: Record<string, unknown> }>(
        'SELECT payload FROM told WHERE project_id = $1 AND subject = $2 ORDER BY seq',
        [project.id, subject],
      );
      expect(rows.length).toBeGreaterThan(0);
      return rows.map(({ payload }) => payload);
    });

  it('tell of searches and questions, with the contact', async () => {
    const contact = service.beside.contacts.add(project.id);
    await search('refund', makeWidgetContext(project, contact));
    await service.site.suggestArticles({ searchTerm: 'ref', language: 'en', limit: 5 }, guest);
    expect(await told('helpcenter.v1.search.performed')).toEqual([
      { query: 'refund', language: 'en', hits: 0, sessionId: contact.id },
    ]);
    await answer('Where is it?');
    expect(await told('helpcenter.v1.question.asked')).toEqual([
      { question: 'Where is it?', language: 'en', answered: false, sourceIds: [] },
    ]);
  });

  it('count reads of one visitor and article within 30 minutes once, and none of bots', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, { title: { en: 'Read me' }, ...live });
    const read = (context: CallContext) =>
      service.visitor.getVisibleArticle({ articleRef: article.id }, context);
    const contact = service.beside.contacts.add(project.id);
    for (const userAgent of ['Googlebot/2.1', 'some Crawler', 'spider'])
      await read(anonymous(project, { userAgent }));
    await read(guest);
    await read(guest);
    await told('helpcenter.v1.article.viewed');
    await read(guest);
    await read(makeWidgetContext(project, contact, { channel: 'site' }));
    await eventually(async () => {
      const view = { articleId: article.id, collectionId: shop.id, language: 'en' };
      expect(await told('helpcenter.v1.article.viewed')).toEqual([
        { ...view, channel: 'widget' },
        { ...view, channel: 'site', sessionId: contact.id },
      ]);
    });
    await service.db.query(`UPDATE article_view SET viewed_at = viewed_at - interval '31 minutes'`);
    await read(guest);
    await eventually(async () => expect(await told('helpcenter.v1.article.viewed')).toHaveLength(3));
  });
});
