import { article, root, site, startTestSite, type TestSite } from './support/site';

let gateway: TestSite;
beforeAll(async () => {
  gateway = await startTestSite();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.reset());

const ask = (...request: Parameters<TestSite['ask']>) => gateway.ask(...request);

describe('the home page', () => {
  it('names the articles that are read most', async () => {
    gateway.answers['listVisibleCollections'] = () => ({
      data: { language: 'en', collections: [{ title: 'Billing', url: `${root}/en/collections/3-billing` }] },
    });
    gateway.answers['listPopularArticles'] = () => ({
      articles: [{ title: 'Read me', url: `${root}/en/articles/1-read-me` }],
    });
    expect((await ask('/help/shop/en')).text).toContain(
      '<a href="/help/shop/en/articles/1-read-me">Read me</a>',
    );
    expect(gateway.calls.find(({ rpc }) => rpc === 'listPopularArticles')?.request).toEqual({
      language: 'en',
      limit: 5,
    });
    gateway.answers['listPopularArticles'] = () => ({ articles: [] });
    expect((await ask('/help/shop/en')).text).not.toContain('id="popular"');
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
  });

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

  it('has room for a comment after it, of 2,000 characters in any script', async () => {
    gateway.answers['getVisibleArticle'] = () => ({
      data: { language: 'en', article: article('en', { vote: 'down' }) },
    });
    const form = async (path: string) => /<form class="comment".*?<\/form>/.exec((await ask(path)).text)?.[0];
    const shown = await form('/help/shop/en/articles/12-refunds');
    expect(shown).toContain('action="/help/shop/en/articles/12-refunds/feedback"');
    expect(shown).toContain('<input type="hidden" name="vote" value="down"/>');
    expect(shown).toContain('maxlength="2000"');
    const send = (comment: string) => vote({}, new URLSearchParams({ vote: 'down', comment }).toString());
    const { status, headers } = await send(` It\0 is\r\nlong: ${'😀'.repeat(1_980)}${'x'.repeat(100)}`);
    expect([status, headers.location]).toEqual([303, '/help/shop/en/articles/12-refunds?comment=sent#voted']);
    const request = gateway.calls.find(({ rpc }) => rpc === 'rateArticle')?.request as {
      vote: string;
      comment: string;
    };
    expect(request.vote).toBe('down');
    expect(request.comment).toMatch(/^It is\nlong: (?:😀){1980}x{8}$/u);
    expect(await form('/help/shop/en/articles/12-refunds?comment=sent')).toBeUndefined();
    expect((await send('  ')).headers.location).toBe('/help/shop/en/articles/12-refunds#voted');
  });

  it('that is none, and one larger than 32 KB, are not counted', async () => {
    expect((await vote({}, 'vote=sideways')).status).toBe(404);
    expect((await vote({}, `vote=up&x=${'x'.repeat(33_000)}`)).status).toBe(404);
    expect(gateway.calls.filter(({ rpc }) => rpc === 'rateArticle')).toEqual([]);
  });
});

describe('the look of a help center', () => {
  const look = async (name: string, helpcenter: object, path = '/en') => {
    gateway.answers['resolveHelpcenterSite'] = () => ({ ...site, helpcenter });
    // Where a help center is, is cached for 5 s: another name asks again.
    return (await ask(`/help/look-${name}${path}`)).text;
  };
  const links = (title: string) => [{ title, url: `https://shop.example/${title}` }];

  it('has links in the header and in the footer, and a way to people', async () => {
    gateway.answers['getTexts'] = ({ lang: language }: { lang: string }) => ({
      language,
      texts: { 'helpcenter.contact': 'Contact us' },
    });
    const settings = {
      links: links('old'),
      footerLinks: links('imprint'),
      contactUrl: 'mailto:help@shop.example',
    };
    const page = await look('first', settings);
    const parts = (text: string) => [
      /<header.*<\/header>/.exec(text)?.[0],
      /<footer.*<\/footer>/.exec(text)?.[0],
    ];
    const [header, footer] = parts(page);
    expect(header).toContain('<a href="https://shop.example/old">old</a>');
    expect(footer).toContain('<a href="https://shop.example/imprint">imprint</a>');
    expect(page).toMatch(/<a href="mailto:help@shop\.example">[^<]*<\/a>/);
    const [own] = parts(await look('second', { ...settings, headerLinks: links('new') }));
    expect(own).toContain('<a href="https://shop.example/new">new</a>');
    expect(own).not.toContain('old');
    expect(await look('third', {})).not.toContain('mailto:');
  });

  it('has a picture for programs that show links: that of the article, else its own', async () => {
    const picture = (text: string) => /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1];
    const ogImageUrl = 'https://cdn.example/card.png';
    expect(picture(await look('card', { ogImageUrl }))).toBe(ogImageUrl);
    expect(picture(await look('no-card', {}))).toBeUndefined();
    gateway.answers['getVisibleArticle'] = () => ({
      data: {
        language: 'en',
        article: article('en', {
          contentHtml:
            '<p>a</p><img src="https://cdn.example/1.png?a=1&amp;b=2" alt=""><img src="https://x.example" alt="">',
          url: 'https://support.example.com/help/shop/en/articles/12-refunds',
        }),
      },
    });
    expect(picture(await look('of-article', { ogImageUrl }, '/en/articles/12-refunds'))).toBe(
      'https://cdn.example/1.png?a=1&amp;b=2',
    );
  });

  it('survives settings that were stored before they were checked', async () => {
    const helpcenter = {
      theme: 7,
      headerLinks: 'x',
      footerLinks: [null, { title: 'x', url: 'javascript:x' }],
    };
    const page = await look('odd', { ...helpcenter, contactUrl: {}, ogImageUrl: 1 });
    expect(page).toContain('<h1>');
    expect(page).not.toContain('javascript:');
  });
});
