import type { Platform } from '@parley/runtime';
import { engineUrl } from '@parley/testing';
import { startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';
import { expectLexicalQuality, judge } from './support/quality';

const url = engineUrl('meilisearch');
const apiKey = process.env['TEST_MEILI_API_KEY'] ?? '';

// In one file, as all services that use a Meilisearch server share its index.
const engines: [string, Platform['searchEngine']][] = [
  ['PostgreSQL', { kind: 'postgres' }],
  ...(url === undefined ? [] : [['Meilisearch', { kind: 'meilisearch', url, apiKey }] as never]),
];

describe.each(engines)('search with %s', (_name, searchEngine) => {
  let service: TestKnowledge;
  let its: TestProject;
  beforeAll(async () => {
    service = await startKnowledge({ searchEngine });
    its = service.project();
    await Promise.all([
      its.push({
        contentId: 'refunds',
        tags: ['billing'],
        lang: 'en',
        readMoreUrl: 'https://example.com/refunds',
      }),
      its.push({
        contentId: 'shipping',
        title: 'Shipping',
        content: 'Parcels leave the warehouse the same day. Shipping to Norway takes 5 days.',
      }),
      its.push({
        contentId: 'code',
        title: 'Error codes',
        content: 'ERR_PX-4471 means that the proxy is away. Ask your administrator.',
      }),
      its.push({
        contentId: 'other-code',
        title: 'Error codes again',
        content: 'ERR_PX-4472 means that the proxy refuses the key. Error, proxy, administrator.',
      }),
      its.push({ contentId: 'ja', title: '返金', content: '返金は14日以内に行われます。', lang: 'ja' }),
      its.push({
        contentId: 'ar',
        title: 'استرداد',
        content: 'يستغرق استرداد الأموال أربعة عشر يوما.',
        lang: 'ar',
      }),
      its.push({
        contentId: 'secret',
        title: 'Internal refunds',
        content: 'Refunds above 500 need a manager.',
        isInternal: true,
      }),
      its.push({
        contentId: 'cafe',
        type: 'news',
        title: 'Café',
        content: 'Our new Café Müller opens in Zürich.',
      }),
    ]);
    await its.settled();
  });
  afterAll(() => service.stop());

  it('answers the best document first, however badly other parts of it fit', async () => {
    const own = service.project();
    const filler = (about: string): string =>
      `${`The warehouse counts parcels by day and by hand, ${about}. `.repeat(30)}\n\n`;
    const elsewhere = [
      filler('in every town'),
      filler('in every street'),
      `${filler('at night')}Orders are kept.`,
    ];
    await Promise.all([
      own.push({
        contentId: 'export',
        title: 'A guide for everybody',
        content: `Export your orders as a file: open Orders and choose Export.\n\n${elsewhere.join('')}`,
      }),
      own.push({
        contentId: 'change',
        title: 'Change orders',
        content: 'Orders can be changed before they leave.',
      }),
      own.push({
        contentId: 'return',
        title: 'Return orders',
        content: 'Orders can be returned within 30 days.',
      }),
    ]);
    await own.settled();
    const found = await own.search('How do I export my orders?', { limit: 10 });
    const scores = found.map(({ score }) => score);
    expect(found[0]?.sourceId).toBe('export');
    expect(found).toHaveLength(3);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('finds a document by its words and answers it whole', async () => {
    expect(await its.search('how long does a refund take', { limit: 1 })).toEqual([
      {
        sourceId: 'refunds',
        sourceType: 'faq',
        title: 'Refunds',
        content: 'Refunds take 14 days.',
        url: 'https://example.com/refunds',
        score: expect.any(Number),
        lang: 'en',
      },
    ]);
  });

  it.each([
    ['one of several words', 'refund elephants giraffes', 'refunds'],
    ['a typo in a word of 5 letters or more', 'shiping to norwey', 'shipping'],
    ['other case and no accents', 'CAFE MULLER ZURICH', 'cafe'],
    ['a script without blanks', '返金は何日', 'ja'],
    ['a script from right to left', 'كم يستغرق استرداد الأموال', 'ar'],
    ['operators, quotes and SQL', `"refunds" OR '; DROP TABLE document; -- & | ! :*`, 'refunds'],
  ])('finds by %s', async (_what, query, expected) => {
    expect((await its.found(query))[0]).toBe(expected);
  });

  it('puts an exact code before everything that merely resembles it', async () => {
    expect((await its.found('what is ERR_PX-4471'))[0]).toBe('code');
    expect((await its.found('err_px-4472'))[0]).toBe('other-code');
    expect((await its.found('The proxy refuses the key of the administrator: error ERR_PX-4471'))[0]).toBe(
      'code',
    );
  });

  it('reads a long query to its end: the code and the word that stand last', async () => {
    const log = 'Something went wrong at the office today. '.repeat(185);
    expect((await its.found(`${log} ERR_PX-4471`))[0]).toBe('code');
    expect(await its.found(`${log} Norway`)).toContain('shipping');
  });

  it('finds a long document once, by its first sentence and by its last, and shows the passage', async () => {
    const filler = Array.from({ length: 120 }, (_, n) => `Paragraph ${n} tells of the weather and the sea.`);
    const content = ['The heckelphone comes first.', ...filler, 'The sarrusophone comes last.'].join('\n');
    await its.push({ contentId: 'whole', title: 'Rare winds', content });
    await its.settled();
    for (const name of ['heckelphone', 'sarrusophone']) {
      const found = await its.search(name);
      expect(found).toEqual([
        expect.objectContaining({ sourceId: 'whole', content: expect.stringContaining(name) }),
      ]);
      expect(found[0]?.content.length).toBeLessThanOrEqual(2_000);
    }
    expect(await its.found('heckelphone sarrusophone')).toEqual(['whole']);
  });

  it('says nothing of an address and a language that it does not know', async () => {
    const [found] = await its.search('shipping to Norway', { limit: 1 });
    expect(found?.sourceId).toBe('shipping');
    expect([found?.url, found?.lang]).toEqual([undefined, undefined]);
  });

  it('finds nothing for words that no document has', async () => {
    expect(await its.search('quantum chromodynamics')).toEqual([]);
    expect(await its.search('the of and')).toEqual([]);
  });

  it('is the same for the same query, with scores from 0 to 1, best first', async () => {
    const results = await its.search('refunds proxy days');
    expect(await its.search('refunds proxy days')).toEqual(results);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });

  it('shows internal content to the team alone', async () => {
    expect(await its.found('refunds manager')).not.toContain('secret');
    expect(await its.found('refunds manager', { internally: true })).toContain('secret');
  });

  it('restricts by type and by tags', async () => {
    expect(await its.found('refunds', { documentTypeFilter: 'news,video' })).toEqual([]);
    expect(await its.found('Zürich', { documentTypeFilter: 'news' })).toEqual(['cafe']);
    expect(await its.found('refunds shipping', { scope: { tags: ['billing', 'none'] } })).toEqual([
      'refunds',
    ]);
  });

  it('does not find what another project has', async () => {
    expect(await service.project().search('refunds')).toEqual([]);
  });

  it('forgets what is deleted from the answer of the delete on', async () => {
    await its.push({ contentId: 'brief', title: 'Zeppelins', content: 'Zeppelins fly on Mondays.' });
    await its.settled();
    expect(await its.found('zeppelins')).toEqual(['brief']);
    await service.content.deleteContent({ contentId: 'brief' }, its.as('user'));
    expect(await its.found('zeppelins')).toEqual([]);
  });

  it.each([
    ['query', '', {}],
    ['query', ' ', {}],
    ['query', 'x'.repeat(8_001), {}],
    ['limit', 'a', { limit: 0 }],
    ['lang', 'a', { lang: 'not a language' }],
    ['documentTypeFilter', 'a', { documentTypeFilter: 'faq,poem' }],
    ['scope.author', 'a', { scope: { author: 'x' } }],
    ['scope.session', 'a', { scope: { session: '0123456789abcdef01234567' } }],
    ['scope.tags', 'a', { scope: { tags: 'billing' } }],
    ['scope.collections.0', 'a', { scope: { collections: ['0123456789abcdef01234567'] } }],
    ['scope.websites.0', 'a', { scope: { websites: ['0123456789abcdef01234567'] } }],
  ])('refuses a wrong %s (%#)', async (field, query, asking) => {
    await expect(its.search(query, asking)).rejects.toMatchObject({
      kind: 'invalid',
      fields: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  it('takes 8,000 characters', async () => {
    expect(await its.found(`refunds ${'x'.repeat(7_992)}`)).toContain('refunds');
  });

  it('answers 5 results, 10 at most, equal ones by their ids, and counts them', async () => {
    const other = service.project();
    const ids = Array.from({ length: 12 }, (_, n) => `same-${String(n).padStart(2, '0')}`);
    for (const contentId of ids.toReversed())
      await other.push({ contentId, title: 'Didgeridoos', content: 'Didgeridoos hum.' });
    await other.settled();
    const ask = async (more: object) => {
      const { results, count } = await service.knowledge.searchKnowledge(
        { query: 'didgeridoos', ...more },
        other.as('agent'),
      );
      expect(count).toBe(results.length);
      expect(new Set(results.map(({ score }) => score)).size).toBe(1);
      return results.map(({ sourceId }) => sourceId);
    };
    expect(await ask({})).toEqual(ids.slice(0, 5));
    expect(await ask({ limit: 1_000 })).toEqual(ids.slice(0, 10));
  });
});

// With PostgreSQL it is tested in quality.test.ts, beside the models.
(url === undefined ? it.skip : it)(
  'with Meilisearch finds as many of the labelled questions as without',
  async () => {
    const service = await startKnowledge({ searchEngine: { kind: 'meilisearch', url: url ?? '', apiKey } });
    expectLexicalQuality(await judge(service.project()));
    await service.stop();
  },
  120_000,
);
