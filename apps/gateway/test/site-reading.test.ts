import { toHtml } from '@parley/rich-text';
import { expectLinearWork } from '@parley/testing';
import { prepareContent } from '../src/site/content';
import { PROJECT } from './support/identities';
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

  it('has a table of contents from 3 headings of the two highest levels on', async () => {
    const toc = async (contentHtml: string) =>
      /<nav class="toc".*?<\/nav>/.exec(await shown(contentHtml))?.[0];
    expect(await toc('<h2>A</h2><h3>B</h3><h4>C</h4>')).toBeUndefined();
    const links = '<h2>Über uns</h2><h3>B &amp; C</h3><h2>D</h2><h4>E</h4>';
    expect(await toc(links)).toContain(
      '<ul><li><a href="#%C3%BCber-uns">Über uns</a></li><li class="below"><a href="#b-c">B &amp; C</a></li>' +
        '<li><a href="#d">D</a></li></ul>',
    );
  });

  it('says when it was changed, for machines too', async () => {
    gateway.answers['getTexts'] = () => ({
      language: 'en',
      texts: { 'helpcenter.article.updated': 'Last updated on {date}.' },
    });
    // Texts are cached for 5 s: another name asks again.
    const { text } = await ask(`/help/${PROJECT}/de/articles/12-refunds`);
    expect(text).toContain(
      'Last updated on <time datetime="2026-11-20T08:00:00.000Z">20. November 2026</time>.',
    );
  });

  it('leads to the articles before and after it, and to related ones', async () => {
    const link = (name: string) => ({ title: `${name} <b>`, url: `${root}/en/articles/1-${name}` });
    gateway.answers['getArticleNeighbours'] = () => ({
      previous: link('before'),
      next: link('after'),
      related: [link('like')],
    });
    const { text } = await ask('/help/shop/en/articles/12-refunds');
    const parts = ['<a class="prev" rel="prev" href="/help/shop/en/articles/1-before">'];
    parts.push('<a class="next" rel="next" href="/help/shop/en/articles/1-after">');
    parts.push('<a href="/help/shop/en/articles/1-like">like &lt;b></a>');
    for (const part of parts) expect(text).toContain(part);
    expect(gateway.calls.find(({ rpc }) => rpc === 'getArticleNeighbours')?.request).toEqual({
      articleId: '0123456789abcdef01234567',
      language: 'en',
    });
  });

  it('is read without the articles beside it when these cannot be found in time', async () => {
    for (const answer of [
      () => Promise.reject(new Error('away')),
      () => new Promise((resolve) => setTimeout(resolve, 10_000).unref()),
    ]) {
      gateway.answers['getArticleNeighbours'] = answer;
      gateway.answers['listPopularArticles'] = answer;
      for (const path of ['/en/articles/12-refunds', '/en'])
        expect((await ask(`/help/shop${path}`)).status).toBe(200);
    }
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

  it('shows a link to a video, alone in its paragraph, as a card that names the host and loads nothing', async () => {
    const texts = { 'helpcenter.video': 'Video on {host}' };
    const html = (href: string, words: string) =>
      `<p><a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a></p>`;
    const card = (href: string, words = 'How to') =>
      /<span>(.*?)<\/a>/.exec(prepareContent({ root, texts }, html(href, words)).html)?.[1];
    for (const [href, host] of [
      ['https://www.youtube.com/watch?v=x&amp;t=1', 'YouTube'],
      ['https://youtu.be/x', 'YouTube'],
      ['https://vimeo.com/1', 'Vimeo'],
      ['https://www.loom.com/share/x', 'Loom'],
      ['https://dai.ly/x', 'Dailymotion'],
    ] as const) {
      expect(card(href)).toBe(`Video on ${host}</span>How to`);
      expect(card(href, href)).toBe(`Video on ${host}</span>`);
    }
    for (const href of [
      'https://www.youtube.com/@shop',
      'https://youtube.com.evil.example/watch?v=x',
      'https://vimeo.com/about',
    ])
      expect(prepareContent({ root, texts }, html(href, 'x')).html).toBe(html(href, 'x'));
    const inText = `<p>See ${html('https://youtu.be/x', 'x').slice(3)}`;
    expect(prepareContent({ root, texts }, inText).html).toBe(inText);
  });

  it('says the kind of a callout in words', () => {
    const texts = { 'helpcenter.callout.warning': 'Mind <this>' };
    expect(
      prepareContent({ root, texts }, '<aside data-type="callout" data-kind="warning"><p>a</p></aside>').html,
    ).toBe(
      '<aside data-type="callout" data-kind="warning" role="note"><p class="label">Mind &lt;this></p><p>a</p></aside>',
    );
  });

  it('loads pictures late, in the room that they are known to take', async () => {
    expect(await shown('<img src="https://a.example/1.png" alt="x" width="400" height="300">')).toContain(
      '<img src="https://a.example/1.png" alt="x" width="400" height="300" loading="lazy">',
    );
  });

  it('takes no more than the length of a content to prepare it', async () => {
    for (const unit of [
      '<h2>a</h2>',
      '<p><a href="',
      '<p><a href="x">',
      '<h2>a',
      '</h2>',
      '<a href="x">',
      '<',
      '<h1 ',
      '&amp;',
    ])
      await expectLinearWork(unit, 400_000, (text) => prepareContent({ root, texts: {} }, text));
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
