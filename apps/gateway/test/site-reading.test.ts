import { toHtml } from '@parley/rich-text';
import { expectLinearWork } from '@parley/testing';
import { prepareContent } from '../src/site/content';
import { article, root, site, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
beforeAll(async () => {
  gateway = await startTestSite();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.reset());

const ask = (...request: Parameters<TestSite['ask']>) => gateway.ask(...request);

/** The page of an article with a content. */
const shown = async (contentHtml: string): Promise<string> => {
  gateway.answers['getVisibleArticle'] = () => ({
    data: { language: 'en', article: article('en', { contentHtml }) },
  });
  return (await ask('/help/shop/en/articles/12-refunds')).text;
};

const HOSTILE = `"><script>alert(1)</script></title></script><img src=x onerror=alert(1)>`;

describe('the page of an article', () => {
  it('has a head that search engines and readers of other languages need', async () => {
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(text).toContain('<title>Refunds · ');
    for (const part of [
      '<meta name="description" content="When the money comes."/>',
      `<link rel="canonical" href="${root}/en/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="en" href="${root}/en/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="de" href="${root}/de/articles/12-refunds"/>`,
      `<link rel="alternate" hreflang="x-default" href="${root}/en/articles/12-refunds"/>`,
      '<meta property="og:title" content="Refunds"/>',
      `<meta property="og:url" content="${root}/en/articles/12-refunds"/>`,
      '<meta property="og:type" content="article"/>',
    ]) {
      expect(text).toContain(part);
    }
    const data = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? ''),
    );
    expect(data).toMatchObject([
      {
        '@type': 'Article',
        headline: 'Refunds',
        datePublished: '2026-11-01T08:00:00.000Z',
        dateModified: '2026-11-20T08:00:00.000Z',
        inLanguage: 'en',
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ position: 1 }, { name: 'Billing' }, { name: 'Refunds' }],
      },
    ]);
  });

  it('is described by its description, else by the first 160 characters of its text', async () => {
    const described = async (more: object) => {
      gateway.answers['getVisibleArticle'] = () => ({
        data: { language: 'en', article: article('en', more) },
      });
      const { text } = await ask('/help/shop/en/articles/12-refunds');
      return ['name="description"', 'property="og:description"'].map(
        (name) => new RegExp(`<meta ${name} content="([^"]*)"/>`).exec(text)?.[1],
      );
    };
    expect(await described({})).toEqual(['When the money comes.', 'When the money comes.']);
    const contentHtml = `<h2>A &amp; B</h2><p>${'x'.repeat(200)}</p>`;
    const beginning = `A &amp; B ${'x'.repeat(154)}`;
    expect(await described({ description: undefined, contentHtml })).toEqual([beginning, beginning]);
  });

  it('has one h1; headings of the content begin at h2', async () => {
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).toContain('<h2 id="soon">Soon</h2>');
  });

  it('has an id at each heading, each once, and none that the page has', async () => {
    const contentHtml =
      '<h2 style="text-align:center">Grüße &amp; <strong>Co.</strong></h2><h3>Content</h3><h2>A</h2><h2>A</h2><h2>A 2</h2><h4>?!</h4>';
    expect(await shown(contentHtml)).toContain(
      '<h2 style="text-align:center" id="grüße-co">Grüße &amp; <strong>Co.</strong></h2><h3 id="content-2">Content</h3>' +
        '<h2 id="a">A</h2><h2 id="a-2">A</h2><h2 id="a-2-2">A 2</h2><h4 id="section">?!</h4>',
    );
  });

  it('opens own links in the tab, for search engines to follow, and others in a new one', async () => {
    const html = (href: string): string =>
      toHtml({
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [{ type: 'text', text: 'there', marks: [{ type: 'link', attrs: { href } }] }],
          },
        ],
      });
    const link = async (href: string) => /<a href="[^"]*"([^>]*)>there/.exec(await shown(html(href)))?.[1];
    for (const own of [root, `${root}/en/articles/13-new?x="`, `${root}#a`, root.replace('https', 'http')])
      expect(await link(own)).toBe('');
    for (const other of [
      `${root}-2/en`,
      'https://elsewhere.example/help/shop',
      'https://support.example.com/',
    ])
      expect(await link(other)).toBe(' target="_blank" rel="noopener noreferrer nofollow"');
    expect(await link('mailto:help@shop.example')).toBe(' rel="noopener noreferrer nofollow"');
  });

  it('loads pictures late, in the room that they are known to take', async () => {
    expect(await shown('<img src="https://a.example/1.png" alt="x" width="400" height="300">')).toContain(
      '<img src="https://a.example/1.png" alt="x" width="400" height="300" loading="lazy">',
    );
  });

  it('takes no more than the length of a content to prepare it', async () => {
    for (const unit of ['<h2>a</h2>', '<h2>a', '</h2>', '<a href="x">', '<', '<h1 ', '&amp;'])
      await expectLinearWork(unit, 400_000, (text) => prepareContent({ root }, text));
  });

  it.each(['ar', 'he', 'fa', 'ur', 'ar-EG'])('reads from right to left in %s', async (language) => {
    gateway.answers['resolveHelpcenterSite'] = () => ({ ...site, languages: [language] });
    gateway.answers['getVisibleArticle'] = () => ({ data: { language, article: article(language) } });
    // Where a help center is, is believed for 5 s: another name asks anew.
    const { text } = await ask(`/help/in-${language.toLowerCase()}/${language}/articles/12-refunds`, {
      headers: { host: 'support.example.com' },
    });
    expect(text).toContain(`<html lang="${language}" dir="rtl">`);
  });

  it('says of a page whose own texts are in another language which part is in which', async () => {
    gateway.answers['resolveHelpcenterSite'] = () => ({ ...site, languages: ['ps'], defaultLanguage: 'de' });
    gateway.answers['getVisibleArticle'] = () => ({ data: { language: 'ps', article: article('ps') } });
    gateway.answers['getTexts'] = () => ({ texts: { 'helpcenter.home': 'Start' }, language: 'de' });
    const { text } = await ask('/help/in-pashto/ps/articles/12-refunds', {
      headers: { host: 'support.example.com' },
    });
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('<main id="content" lang="ps" dir="rtl">');
  });

  it('escapes titles, descriptions and names in every place, also in JSON-LD', async () => {
    const author = { name: HOSTILE };
    gateway.answers['getVisibleArticle'] = () => ({
      data: { language: 'en', article: article('en', { title: HOSTILE, description: HOSTILE, author }) },
    });
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<img');
    expect(text.match(/<\/script>/g)).toHaveLength(3);
    expect(text.match(/<\/title>/g)).toHaveLength(1);
  });

  it('without its content has at most 60 KB', async () => {
    expect((await ask('/help/shop/en/articles/12-refunds')).text.length).toBeLessThan(60 * 1024);
  });
});

describe('the page of a collection', () => {
  const collection = (language: string, more: object = {}) => ({
    id: 'c',
    docId: 3,
    slug: 'billing',
    title: 'Billing',
    description: 'All of money.',
    url: `${root}/${language}/collections/3-billing`,
    articlesCount: 1,
    subCollectionsCount: 1,
    ...more,
  });
  beforeEach(() => {
    gateway.answers['getVisibleCollection'] = ({ lang }: { lang: string }) => ({
      data: {
        language: lang,
        collection: collection(lang),
        breadcrumbs: [{ id: 'b', docId: 1, title: 'Shop', url: `${root}/${lang}/collections/1-shop` }],
        subCollections: [
          collection(lang, { docId: 4, title: 'Invoices', url: `${root}/${lang}/collections/4-invoices` }),
        ],
        articles: [{ id: 'a', docId: 12, title: HOSTILE, url: `${root}/${lang}/articles/12-refunds` }],
      },
    });
    gateway.answers['getPage'] = () => ({
      page: {
        kind: 'collection',
        docId: 3,
        addresses: ['en', 'de'].map((language) => ({
          language,
          url: `${root}/${language}/collections/3-billing`,
        })),
      },
    });
  });

  it('shows where it is and what lies in it, and its head names its other languages', async () => {
    const { status, text } = await ask('/help/shop/de/collections/3-billing');
    expect(status).toBe(200);
    for (const part of [
      '<title>Billing · ',
      '<meta name="description" content="All of money."/>',
      `<link rel="canonical" href="${root}/de/collections/3-billing"/>`,
      `<link rel="alternate" hreflang="en" href="${root}/en/collections/3-billing"/>`,
      `<link rel="alternate" hreflang="x-default" href="${root}/en/collections/3-billing"/>`,
      '<meta property="og:type" content="website"/>',
      '<h1>Billing</h1>',
      '<a href="/help/shop/de/collections/1-shop">Shop</a>',
      '<a href="/help/shop/de/collections/4-invoices">Invoices</a>',
      '<a href="/help/shop/de/articles/12-refunds">',
      '"@type":"BreadcrumbList"',
    ])
      expect(text).toContain(part);
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toContain('<script>');
  });

  it('is one address: another or no slug leads there, 301', async () => {
    for (const ref of ['3', '3-old'])
      expect(await gateway.target(`/help/shop/en/collections/${ref}`)).toEqual([
        301,
        '/help/shop/en/collections/3-billing',
      ]);
  });
});

describe('a search', () => {
  it('shows hits with their snippets and is not for search engines', async () => {
    gateway.answers['searchArticles'] = () => ({
      data: {
        language: 'en',
        hits: [
          {
            id: 'a',
            docId: 12,
            title: 'Refunds',
            snippet: 'A <em>refund</em> &lt;b&gt;',
            url: `${root}/en/articles/12-refunds`,
          },
        ],
      },
    });
    const { text } = await ask('/help/shop/en/search?q=refund%22%3E%3Cscript%3E');
    expect(text).toContain('<a href="/help/shop/en/articles/12-refunds">Refunds</a>');
    expect(text).toContain('A <em>refund</em> &lt;b&gt;');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).not.toContain('<script>');
  });

  it('is on every page once: at the top, or in the page', async () => {
    for (const path of ['/en', '/en/articles/12-refunds', '/en/search?q=x', '/en/nothing']) {
      const { text } = await ask(`/help/shop${path}`);
      expect(text.match(/role="search"/g)).toHaveLength(1);
      expect(text).toContain('action="/help/shop/en/search" data-suggest="/help/shop/en/suggest?q="');
    }
  });

  const sources = [1, 2].map((docId) => ({
    id: `${docId}`,
    docId,
    title: `Source <${docId}>`,
    url: `${root}/en/articles/${docId}-source`,
  }));
  const answerOf = async (answer: string, answered = true) => {
    gateway.answers['answerQuestion'] = () => ({ answer, answered, language: 'en', sources });
    const { text } = await ask('/help/shop/en/search?q=refund%20time');
    return /<section class="box answer".*?<\/section>/.exec(text)?.[0];
  };

  it('has the answer above the hits when there is one, and each number in it leads to its source', async () => {
    const shown = await answerOf('A refund takes 14 \\*days\\*. [1] See <b> and [3]. [2]');
    expect(shown).toContain(
      '<p>A refund takes 14 *days*. <a href="#source-1">[1]</a> See &lt;b&gt; and [3]. <a href="#source-2">[2]</a></p>',
    );
    expect(shown).toContain(
      '<li id="source-2"><a href="/help/shop/en/articles/2-source">Source &lt;2></a></li>',
    );
    expect(gateway.calls.find(({ rpc }) => rpc === 'answerQuestion')?.request).toMatchObject({
      question: 'refund time',
      lang: 'en',
    });
    expect(await answerOf('No article answers this question.', false)).toBeUndefined();
  });

  it('shows its hits without an answer that fails, is too long or comes too late', async () => {
    expect(await answerOf('*'.repeat(30_000))).toBeUndefined();
    for (const answer of [
      () => Promise.reject(new Error('away')),
      () => new Promise((resolve) => setTimeout(resolve, 10_000).unref()),
    ]) {
      gateway.answers['answerQuestion'] = answer;
      expect((await ask('/help/shop/en/search?q=x')).status).toBe(200);
    }
  }, 15_000);

  it('asks for no answer to a blank search, and at most as often as a visitor may ask', async () => {
    await ask('/help/shop/en/search?q=%20');
    const limited = await startTestSite({ config: { answerLimitPerMinute: 2 } });
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        expect((await limited.ask('/help/shop/en/search?q=x')).status).toBe(200);
      }
      expect(limited.calls.filter(({ rpc }) => rpc === 'answerQuestion')).toHaveLength(2);
    } finally {
      await limited.stop();
    }
    expect(gateway.calls.filter(({ rpc }) => rpc === 'answerQuestion')).toEqual([]);
  });

  it('has suggestions for its script', async () => {
    gateway.answers['suggestArticles'] = () => ({ articles: [sources[0]] });
    const { status, headers, text } = await ask('/help/shop/en/suggest?q=ref');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual({
      articles: [{ title: 'Source <1>', url: '/help/shop/en/articles/1-source' }],
    });
    expect(gateway.calls.find(({ rpc }) => rpc === 'suggestArticles')?.request).toEqual({
      searchTerm: 'ref',
      language: 'en',
      limit: 6,
    });
  });

  it('looks at the first 500 characters', async () => {
    await ask(`/help/shop/en/search?q=${'x'.repeat(600)}`);
    const call = gateway.calls.find(({ rpc }) => rpc === 'searchArticles');
    expect((call?.request as { searchTerm: string }).searchTerm).toHaveLength(500);
  });
});

describe('a vote', () => {
  const vote = (headers: Record<string, string> = {}, body = 'vote=up') =>
    ask('/help/shop/en/articles/12-refunds/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  it('counts and leads back to the article: 303', async () => {
    const { status, headers } = await vote();
    expect([status, headers.location]).toEqual([303, '/help/shop/en/articles/12-refunds#voted']);
    expect(gateway.calls.find(({ rpc }) => rpc === 'rateArticle')?.request).toMatchObject({
      articleRef: '12-refunds',
      vote: 'up',
      lang: 'en',
    });
  });

  it('from another site’s page is 403 and does not count', async () => {
    for (const origin of ['https://evil.example', 'null']) expect((await vote({ origin })).status).toBe(403);
    expect((await vote({ origin: gateway.url })).status).toBe(303);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'rateArticle')).toHaveLength(1);
  });

  it('that is none, and one larger than 1 KB, are not counted', async () => {
    expect((await vote({}, 'vote=sideways')).status).toBe(404);
    expect((await vote({}, `vote=up&x=${'x'.repeat(2_000)}`)).status).toBe(404);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'rateArticle')).toEqual([]);
  });
});
