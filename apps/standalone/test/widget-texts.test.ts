import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import { markupAttacks } from '@parley/testing/markup-attacks';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { desk, phone } from './support/site-browser';
import { type ShopTeam, startWidgetWorld, type Visit, type WidgetWorld } from './support/widget-world';

/** A word that no line holds. */
const LONG = 'Donaudampfschifffahrt'.repeat(6);

/** What the widget has put into the page, as far as it could run. */
const dangers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('parley-widget')?.shadowRoot;
    const elements = [...(root?.querySelectorAll('*') ?? [])];
    for (const element of elements)
      for (const name of ['mouseover', 'error', 'load', 'focus', 'toggle'])
        element.dispatchEvent(new Event(name, { bubbles: true }));
    const isDanger = (element: Element): boolean =>
      ['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'META', 'STYLE', 'LINK'].includes(
        element.tagName.toUpperCase(),
      ) ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) &&
            !/^(https?:|mailto:|tel:|\/|#|$)/.test(value)),
      );
    return elements.filter(isDanger).map(({ outerHTML }) => outerHTML);
  });

describeWith('chromium')('texts in the widget', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  let articleId: string;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
    const { admin } = team;
    ok(await admin.call('PUT', `/projects/${team.projectId}`, { languages: ['en', 'de', 'ar'] }));
    const collection = ok(await admin.call('POST', '/helpcenter/collections', { title: 'Billing' }));
    const article: Document = ok(
      await admin.call('POST', `/helpcenter/collections/${collection.id}/articles`, {
        title: 'When does my refund arrive?',
        isDraft: false,
        content: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A refund takes 14 days.' }] }],
        },
      }),
    );
    articleId = article.id;
  });
  afterAll(() => world.stop());

  const visit = async (
    path: string,
    {
      tag = '',
      headers,
      ...options
    }: BrowserContextOptions & { tag?: string; headers?: Record<string, string> } = {},
  ): Promise<Visit> => {
    const context = await world.browser.newContext({ locale: 'en-GB', ...options });
    const content = { tag: `data-key="${team.apiToken}" ${tag}`, ...(headers && { headers }) };
    return world.visit(path, content, context);
  };

  it('are in the language that the tag names', async () => {
    const { page, launcher, panel, context } = await visit('/german', { tag: 'data-lang="de"' });
    expect(await launcher.getAttribute('aria-label')).toBe('Hilfe öffnen');
    await launcher.click();
    await panel.getByRole('button', { name: 'Nachricht schreiben' }).waitFor();
    expect(await page.locator('parley-widget .launcher-part').getAttribute('lang')).toBe('de');
    await context.close();
  });

  it('change while the widget is open, when the page takes another language; what was written stays', async () => {
    const { page, launcher, panel, context } = await visit('/switch');
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Half a sen');
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
    await panel.getByRole('button', { name: 'Senden', exact: true }).waitFor();
    expect(await panel.locator('textarea').inputValue()).toBe('Half a sen');
    expect(await page.locator('parley-widget .messenger-part').getAttribute('lang')).toBe('de');
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'he'));
    // No texts are in Hebrew: they are in the project's language, and labelled so.
    await page.locator('parley-widget .messenger-part[lang=en][dir=ltr] .panel').waitFor();
    await page.evaluate((article) => {
      const { parley } = globalThis as unknown as { parley: (call: string, target: object) => void };
      document.documentElement.setAttribute('lang', 'en');
      parley('open', { article });
    }, articleId);
    await panel.locator('article').getByText('A refund takes 14 days.').waitFor();
    const entry = `/translations/entries/article:${articleId}`;
    const fields = { title: 'Wann kommt mein Geld?', content: '<p>Nach 14 Tagen.</p>' };
    ok(await team.admin.call('PUT', entry, { language: 'de', fields }));
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
    await panel.locator('article').getByText('Nach 14 Tagen.').waitFor();
    await context.close();
  });

  it('of a search and of what the team shows are asked for again in the language that the page takes', async () => {
    const { admin } = team;
    const entry = `/translations/entries/article:${articleId}`;
    const fields = { title: 'Wann kommt der Refund?', content: '<p>Nach 14 Tagen.</p>' };
    ok(await admin.call('PUT', entry, { language: 'de', fields }));
    const banner: Document = ok(
      await admin.call('POST', '/engagement/banners', {
        name: 'Item',
        status: 'live',
        message: { localized: { en: 'Ships free.', de: 'Ohne Versandkosten.' } },
      }),
    );
    const search = '/shared/helpcenter/search?searchTerm=refund&lang=de';
    await eventually(async () => {
      const headers = { 'api-token': team.apiToken };
      const { data } = ok(await world.anonymous.call('GET', search, undefined, headers));
      expect(data.hits).toMatchObject([{ title: fields.title }]);
    });
    const { page, launcher, panel, context } = await visit('/asked-again');
    // The page of another test may have asked a moment ago; what was due then is believed for a second.
    await repeatUntil(() => page.reload(), page.locator('parley-widget .banner').getByText('Ships free.'));
    await launcher.click();
    await panel.getByRole('searchbox').fill('refund');
    await panel.getByRole('button', { name: 'Search', exact: true }).click();
    await panel.locator('.list .row', { hasText: 'When does my refund arrive?' }).waitFor();
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
    await panel.locator('.list .row', { hasText: 'Wann kommt der Refund?' }).waitFor();
    await launcher.click();
    await page.locator('parley-widget .banner').getByText('Ohne Versandkosten.').waitFor();
    ok(await admin.call('DELETE', `/engagement/banners/${banner.id}`));
    await context.close();
  });

  it('stand beside the project’s name, in its colour; without a help center nothing is there to search', async () => {
    const shop = await world.team();
    const change = (fields: object): Promise<unknown> =>
      shop.admin.call('PUT', `/projects/${shop.projectId}`, fields).then(ok);
    await change({ name: 'Tea <b>& more', helpcenter: { color: '#fde047' } });
    const context = await world.browser.newContext({ locale: 'en-GB', ...phone });
    const { page, launcher, panel } = await world.visit(
      '/shop-of-tea',
      { tag: `data-key="${shop.apiToken}"`, body: '<button>Behind</button>' },
      context,
    );
    // Settings hold within seconds.
    await eventually(async () => {
      await page.reload();
      await launcher.click();
      expect(await panel.locator('h2').innerText()).toBe('Tea <b>& more\nHow can we help?');
    });
    const filled = await panel.locator('.head').evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return { backgroundColor, color };
    });
    expect(filled).toEqual({ backgroundColor: 'rgb(253, 224, 71)', color: 'rgb(0, 0, 0)' });
    expect(await accessibilityProblems(page)).toEqual([]);

    // On a phone it covers the page: whoever uses a keyboard stays inside, in both directions.
    expect(await panel.getAttribute('aria-modal')).toBe('true');
    const isInside = (): Promise<boolean> =>
      panel.evaluate((element) => element.contains((element.getRootNode() as ShadowRoot).activeElement));
    const count = await panel.locator('button, input').count();
    for (const key of ['Tab', 'Shift+Tab'])
      for (let n = 0; n <= count; n += 1) {
        await page.keyboard.press(key);
        expect(await isInside()).toBe(true);
      }
    expect(await panel.getByRole('searchbox').count()).toBe(1);

    await change({ helpcenter: { enabled: false } });
    await eventually(async () => {
      await page.reload();
      await launcher.click();
      await panel.getByText('No conversations yet.').waitFor();
      expect(await panel.getByRole('searchbox').count()).toBe(0);
    });
    await context.close();
  });

  it('run from right to left in a language that does, in the project’s own words', async () => {
    const entry = '/translations/entries/statictranslation:widget.title';
    ok(await team.admin.call('PUT', entry, { language: 'ar', fields: { text: 'كيف يمكننا مساعدتك؟' } }));
    const { page, launcher, panel, context } = await visit('/arabic', { tag: 'data-lang="ar"', ...desk });
    await launcher.click();
    expect(await panel.locator('h2').innerText()).toContain('كيف يمكننا مساعدتك؟');
    expect(await page.locator('parley-widget .messenger-part').getAttribute('dir')).toBe('rtl');
    const box = await launcher.boundingBox();
    expect(box?.x).toBeLessThan(100);
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });

  it('find an article, answer a question with its sources, and open the article', async () => {
    const { page, launcher, panel, context } = await visit('/search');
    await launcher.click();
    await repeatUntil(async () => {
      await panel.getByRole('searchbox').fill('How long does a refund take?');
      await panel.getByRole('button', { name: 'Search', exact: true }).click();
    }, panel.locator('.answer'));
    expect(await panel.locator('.answer').innerText()).toContain('14 days');
    await panel.locator('.list .row', { hasText: 'When does my refund arrive?' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.locator('.answer').getByRole('link', { name: 'When does my refund arrive?' }).click();
    await panel.locator('article').getByText('A refund takes 14 days.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });

  it('of an article fit: numbers, headings to scale, pictures, and tables that scroll by themselves, under trusted types too', async () => {
    const { admin } = team;
    const wide = Array.from({ length: 9 }, (_, index) => `<td>A rather wide cell ${index}</td>`).join('');
    const picture = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="200"><rect width="1600" height="200"/></svg>',
    );
    const form = new FormData();
    form.append('file', new Blob([picture], { type: 'image/svg+xml' }), 'wide.svg');
    const { fileUrl } = ok(await admin.call('POST', '/uploads', form));
    const content = `<h1>Steps</h1><ol start="3"><li><p>First</p></li><li><p>Second</p></li></ol>
      <p><a href="https://shop.example/refunds">the terms</a></p><p><img src="${fileUrl}" alt="A picture"></p>
      <table><tr>${wide}</tr></table><pre><code>${'long '.repeat(60)}</code></pre>`;
    ok(
      await admin.call('PUT', `/translations/entries/article:${articleId}`, {
        language: 'en',
        fields: { title: `How to ${LONG}`, content },
      }),
    );
    const { origin } = world.platform;
    const headers = {
      'content-security-policy': `default-src 'none'; script-src 'self' ${origin}; connect-src *; img-src ${origin}; require-trusted-types-for 'script'; trusted-types parley`,
    };
    const { page, launcher, panel, complaints, context } = await visit('/fits', {
      ...phone,
      viewport: { width: 320, height: 568 },
      headers,
    });
    await launcher.click();
    await page.evaluate(
      (article) =>
        (globalThis as unknown as { parley: (call: string, target: object) => void }).parley('open', {
          article,
        }),
      articleId,
    );
    const article = panel.locator('article');
    await article.getByText('Steps').waitFor();
    const list = article.locator('ol');
    expect(await list.evaluate((element) => getComputedStyle(element).listStyleType)).toBe('decimal');
    expect(await list.getAttribute('start')).toBe('3');
    const [title, heading] = await article
      .locator('h1, h3')
      .evaluateAll((elements) =>
        elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      );
    expect(title).toBe(20);
    expect(heading).toBeLessThan(20);
    const link = article.getByRole('link', { name: 'the terms' });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      'https://shop.example/refunds',
      '_blank',
    ]);
    await eventually(async () =>
      expect(
        await article.locator('img').evaluate((element) => (element as HTMLImageElement).naturalWidth),
      ).toBe(1600),
    );
    const widths = await panel
      .locator('.page')
      .evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    const table = await article
      .locator('.wide')
      .first()
      .evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(table[0]).toBeGreaterThan(table[1] ?? 0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['phone', phone],
    ['desk', desk],
  ])('are fit for everybody on a %s, in light and dark', async (name, device) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, launcher, panel, context } = await visit(`/${name}-${colorScheme}`, {
        ...device,
        colorScheme,
      });
      await launcher.click();
      await panel.getByText('No conversations yet.').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      if (name === 'phone') expect((await panel.boundingBox())?.width).toBe(device.viewport.width);
      await panel.getByRole('button', { name: 'Send us a message' }).click();
      await panel.getByLabel('Your message').fill('Hello');
      await panel.getByRole('button', { name: 'Send', exact: true }).click();
      await eventually(async () => expect(await panel.locator('.log li:not(.waiting)').count()).toBe(1));
      expect(await accessibilityProblems(page)).toEqual([]);
      const [wide, room] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      expect(wide).toBeLessThanOrEqual(room);
      await context.close();
    }
  });

  it('run no script of whoever wrote them, on a page without any policy', async () => {
    const { admin } = team;
    const attacks = markupAttacks.map((attack) => attack.replaceAll('\u0000', ''));
    const all = attacks.join('\n');
    const links = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>alert(1)</script>'];
    ok(await admin.call('PUT', `/projects/${team.projectId}`, { name: '<img src=x onerror=alert(1)>' }));
    ok(
      await admin.call('PUT', `/translations/entries/article:${articleId}`, {
        language: 'en',
        fields: { content: `<p>The start.</p>${all}` },
      }),
    );
    const live = { name: 'Item', status: 'live' };
    const step = { id: 'one', title: '<img src=x onerror=alert(1)>', message: all, selector: 'h1' };
    ok(await admin.call('POST', '/engagement/cobrowse', { ...live, config: { steps: [step] } }));
    ok(
      await admin.call('POST', '/engagement/banners', {
        ...live,
        subject: { localized: { en: '<img src=x onerror=alert(1)>{{name}}' } },
        message: { localized: { en: all } },
      }),
    );
    ok(await admin.call('POST', '/engagement/tooltips', { ...live, config: { selector: 'h1', html: all } }));
    const visited = await visit('/hostile', { headers: {} });
    const { page, launcher, panel, context } = visited;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await repeatUntil(() => page.reload(), page.locator('parley-widget .card').first());
    expect(await dangers(page)).toEqual([]);
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill(all);
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const ticket: Document = await eventually(async () => {
      const { tickets } = ok(await admin.call('GET', '/tickets?limit=100'));
      for (const found of tickets as Document[]) {
        const [first] = ok(await admin.call('GET', `/messages?ticket=${found.id}&sort=index&limit=1`));
        if (first.plainContent.includes('<script>')) return found;
      }
      throw new Error('The hostile message is not there yet');
    });
    const reply = async (body: object): Promise<void> =>
      void ok(await admin.call('POST', '/messages', { ticket: ticket.id, ...body }));
    await reply({ comment: all });
    await reply({ markdownComment: all });
    await reply({
      markdownComment: links.map((link) => `[a](${link}) <a href="${link}">b</a>`).join('\n\n'),
    });
    await reply({ comment: 'The last one.' });
    await panel.getByText('The last one.').waitFor();
    expect(await dangers(page)).toEqual([]);
    await page.evaluate(
      (article) =>
        (globalThis as unknown as { parley: (call: string, target: object) => void }).parley('open', {
          article,
        }),
      articleId,
    );
    await panel.locator('article').getByText('The start.').waitFor();
    expect(await dangers(page)).toEqual([]);
    expect(dialogs).toEqual([]);
    await context.close();
  });
});
