import { accessibilityProblems, describeWith, eventually, openBrowser } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createApi } from './support/api';
import { type RunningPlatform, removeHome, startPlatform } from './support/platform';
import { createOpener, phone } from './support/site-browser';

describeWith('chromium')('articles of the demo’s help center in a browser', () => {
  let platform: RunningPlatform;
  let browser: Browser;
  let demo: { projectId: string; admin: { token: string } };
  const api = createApi(() => `${platform.origin}/v3`);
  const open = createOpener(() => ({ platform, browser }));

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    removeHome(platform.home);
  });

  it('shows articles that fit a small phone: numbers, headings to scale, pictures, and tables that scroll by themselves', async () => {
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const { body: collection } = await admin.call('POST', '/helpcenter/collections', { title: 'Long reads' });
    const article = { title: `Unbreakable${'able'.repeat(30)}`, isDraft: false };
    const { body: made } = await admin.call(
      'POST',
      `/helpcenter/collections/${collection.id}/articles`,
      article,
    );
    const form = new FormData();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="200"><rect width="1600" height="200"/></svg>';
    form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'wide.svg');
    const { body: file } = await admin.call('POST', '/uploads', form);
    const cells = Array.from({ length: 9 }, (_, index) => `<td>A rather wide cell ${index}</td>`).join('');
    const content = `<h1>First</h1><h2>Second</h2><h3>Deep</h3><h2>Third part</h2><ol start="3"><li><p>Third</p></li></ol>
      <p><a href="https://shop.example/${'very'.repeat(40)}">the terms</a></p>
      <p><img src="${file.fileUrl}" alt="A picture"></p><table><tr>${cells}</tr></table>
      <pre><code>${'long '.repeat(60)}${'x'.repeat(300)}</code></pre>`;
    const entry = `/translations/entries/article:${made.id}`;
    expect(
      await admin.call('PUT', entry, { language: 'en', fields: { title: article.title, content } }),
    ).toMatchObject({ status: 200 });
    for (const width of [320, 1280]) {
      const { page, context } = await open(`/help/demo/en/articles/${made.docId}`, {
        viewport: { width, height: 700 },
      });
      await page.locator('.content table').waitFor();
      const isWithin = (selector: string): Promise<boolean> =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => one.scrollWidth <= one.clientWidth);
      expect(await isWithin('html')).toBe(true);
      const contents = page.getByRole('navigation', { name: 'On this page' });
      expect(await contents.getByRole('link').allInnerTexts()).toEqual(['First', 'Second', 'Third part']);
      await contents.getByRole('link', { name: 'Third part' }).click();
      await page.locator('#third-part:target').waitFor();
      expect(await isWithin('.wide')).toBe(false);
      const list = page.locator('.content ol');
      expect(await list.evaluate((one) => getComputedStyle(one).listStyleType)).toBe('decimal');
      expect(await list.getAttribute('start')).toBe('3');
      const sizes = await page
        .locator('h1, #first, #second, #deep, .content p')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
      const picture = page.locator('.content img');
      await eventually(async () =>
        expect(await picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1600),
      );
      expect(await page.locator('main').count()).toBe(1);
      expect(await accessibilityProblems(page)).toEqual([]);
      await context.close();
    }
  });

  it('has callouts, accordions, figures and video cards without a script, and copies code with one', async () => {
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const { body: collection } = await admin.call('POST', '/helpcenter/collections', { title: 'Rich' });
    const articles = `/helpcenter/collections/${collection.id}/articles`;
    const { body: made } = await admin.call('POST', articles, { title: 'Rich', isDraft: false });
    const content = `<aside data-type="callout" data-kind="warning"><p>Mind this.</p></aside>
      <details data-type="details"><summary>Why?</summary><p>Because of it.</p></details>
      <figure data-type="figure"><table><tr><td>cell</td></tr></table><figcaption>A caption</figcaption></figure>
      <p><a href="https://youtu.be/abc">How it works</a></p><pre><code>npm start</code></pre>`;
    const entry = `/translations/entries/article:${made.id}`;
    const pushed = await admin.call('PUT', entry, { language: 'en', fields: { title: 'Rich', content } });
    expect(pushed.status).toBe(200);
    for (const javaScriptEnabled of [false, true]) {
      const { page, context, hosts, complaints } = await open(`/help/demo/en/articles/${made.docId}`, {
        ...phone,
        javaScriptEnabled,
      });
      expect(await page.getByRole('note').innerText()).toMatch(/^Warning\s+Mind this\.$/);
      const answer = page.getByText('Because of it.');
      expect(await answer.isVisible()).toBe(false);
      await page.getByText('Why?').click();
      await answer.waitFor({ state: 'visible' });
      expect(await page.getByRole('figure', { name: 'A caption' }).locator('td').innerText()).toBe('cell');
      await page.getByRole('link', { name: 'Video on YouTube How it works' }).waitFor();
      expect([...hosts].filter(Boolean)).toEqual([new URL(platform.origin).host]);
      const copy = page.getByRole('button', { name: 'Copy' });
      expect(await copy.count()).toBe(Number(javaScriptEnabled));
      if (javaScriptEnabled) {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await copy.click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityProblems(page)).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

  it('takes a theme, links and a contact of its own, and stays fit for everybody', async () => {
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const set = (helpcenter: object) => admin.call('PUT', `/projects/${demo.projectId}`, { helpcenter });
    const imprint = { title: 'Imprint', url: 'https://shop.example/imprint' };
    const settings = {
      theme: {
        mode: 'dark',
        background: '#777777',
        text: '#777777',
        link: '#777777',
        font: 'serif',
        radius: 2,
      },
      headerLinks: [{ title: 'Shop', url: 'https://shop.example' }],
      footerLinks: [imprint],
      contactUrl: 'mailto:help@shop.example',
    };
    expect((await set(settings)).status).toBe(200);
    await eventually(async () => {
      const css = await (await fetch(`${platform.origin}/help/demo/site.css`)).text();
      expect(css).toContain('--paper:#777777');
    });
    const { page, context, complaints } = await open('/help/demo/en', phone);
    for (const path of ['/en', '/en/search?q=refund', '/en/articles/1']) {
      await page.goto(`${platform.origin}/help/demo${path}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      for (const name of ['Shop', 'Imprint', 'Contact us'])
        await page.getByRole('link', { name, exact: true }).waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
    await set({ theme: null, headerLinks: null, footerLinks: null, contactUrl: null });
  });
});
