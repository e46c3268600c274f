import {
  accessibilityProblems,
  describeWith,
  eventually,
  openBrowser,
  repeatUntil,
  startDnsServer,
  type DnsServer,
} from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { createApi } from './support/api';
import { keepPicture } from './support/pictures';
import { createOpener, desk, phone } from './support/site-browser';
import { type RunningPlatform, removeHome, startPlatform } from './support/platform';

/** A domain of the demo's own. */
const DOMAIN = 'help.demo-shop.example';

describeWith('chromium')('the demo’s help center in a browser', () => {
  let platform: RunningPlatform;
  let browser: Browser;
  let dns: DnsServer;
  let demo: { projectId: string; apiToken: string; agent: { token: string }; admin: { token: string } };
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    dns = await startDnsServer();
    [platform, browser] = await Promise.all([
      startPlatform({ DNS_SERVERS: dns.address }),
      openBrowser({ ownHosts: [DOMAIN] }),
    ]);
    demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    dns.close();
    removeHome(platform.home);
  });

  const open = createOpener(() => ({ platform, browser }));
  /** Waits for the page of a heading: a link was followed, and the answer comes when it comes. */
  const shows = (page: Page, heading: string): Promise<void> =>
    eventually(async () => expect(await page.locator('h1').innerText()).toBe(heading));
  /** What says thank you has the focus, and is heard. */
  const hasVoted = (page: Page): Promise<void> => page.locator('.vote [role=status]:focus').waitFor();

  it('is read without scripts: from the home page to an article, a vote, and the same in German', async () => {
    const { page, context } = await open('/help/demo', { ...phone, javaScriptEnabled: false });
    expect(new URL(page.url()).pathname).toBe('/help/demo/en');
    await shows(page, 'Demo shop help');
    expect(await page.locator('.card h2').allInnerTexts()).toEqual([
      'Orders and billing',
      'Returns and refunds',
      'Your account',
    ]);
    await page.getByRole('link', { name: 'Returns and refunds' }).click();
    await shows(page, 'Returns and refunds');
    await page.getByRole('link', { name: 'When does my refund arrive?' }).click();
    await shows(page, 'When does my refund arrive?');
    await page.locator('.content table td', { hasText: /^5 to 10 days$/ }).waitFor();

    await page.locator('.vote button').first().click();
    await shows(page, 'When does my refund arrive?');
    await hasVoted(page);
    await page.getByLabel('Would you like to tell us more?').fill('The table helped.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('**?comment=sent#voted');
    await hasVoted(page);
    expect(await page.locator('textarea').count()).toBe(0);
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const { body: collections } = await admin.call('GET', '/helpcenter/collections');
    const { id } = collections.find(
      ({ title }: { title: { en: string } }) => title.en === 'Returns and refunds',
    );
    const { body: articles } = await admin.call('GET', `/helpcenter/collections/${id}/articles`);
    const article = articles.find(
      ({ title }: { title: { en: string } }) => title.en === 'When does my refund arrive?',
    );
    const { body: feedback } = await admin.call(
      'GET',
      `/helpcenter/collections/${id}/articles/${article.id}/feedback`,
    );
    expect(feedback).toMatchObject([{ vote: 'up', comment: 'The table helped.' }]);

    await page.getByRole('link', { name: 'Deutsch' }).click();
    await shows(page, 'Wann kommt meine Erstattung?');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await context.cookies()).toEqual([]);
  });

  it('finds articles, with a typo too', async () => {
    const { page } = await open('/help/demo/en', desk);
    await eventually(async () => {
      await page.goto(`${platform.origin}/help/demo/en`);
      await page.getByRole('combobox').fill('passwrod');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/search?**');
      expect(await page.locator('.list h2').allInnerTexts()).toContain('Reset your password');
    });
    await page.getByRole('link', { name: 'Reset your password' }).click();
    await shows(page, 'Reset your password');
  });

  it('suggests articles while a search is typed, by keyboard and pointer, and still finds by Enter alone', async () => {
    const { page, context, complaints } = await open('/help/demo/en/collections/2-returns-and-refunds', desk);
    const input = page.getByRole('combobox', { name: 'Search' });
    const options = page.getByRole('listbox').getByRole('option');
    await repeatUntil(async () => {
      await input.fill('');
      await input.pressSequentially('refu');
    }, options.first());
    expect(await options.allInnerTexts()).toContain('When does my refund arrive?');
    expect(await accessibilityProblems(page)).toEqual([]);
    const first = await options.first().innerText();
    await page.keyboard.press('ArrowDown');
    expect(await input.getAttribute('aria-activedescendant')).toBe('suggestion-0');
    expect(await page.locator('[aria-selected=true]').innerText()).toBe(first);
    await page.keyboard.press('Enter');
    await shows(page, first);
    await input.pressSequentially('refu');
    await options.first().waitFor();
    await page.keyboard.press('Escape');
    expect(await options.count()).toBe(0);
    await input.fill('password');
    await options.first().click();
    await shows(page, 'Reset your password');
    await input.fill('passwrod');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=passwrod');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('answers above the hits', async () => {
    const { page, context } = await open('/help/demo/en', { ...phone, javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('How long does a refund take?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('link', { name: 'When does my refund arrive?' }).waitFor();
    const [top = 0, below = 0] = await Promise.all(
      [answer, page.locator('.list')].map(async (one) => (await one.boundingBox())?.y),
    );
    expect(top).toBeLessThan(below);
    await answer.getByRole('link', { name: 'When does my refund arrive?' }).click();
    await shows(page, 'When does my refund arrive?');
    await context.close();
  });

  it('sends a page with its style in less than 15 KB', async () => {
    for (const path of [
      '/en',
      '/en/collections/2-returns-and-refunds',
      '/en/search?q=refund',
      '/en/articles/1',
    ]) {
      const html = await (await fetch(`${platform.origin}/help/demo${path}`)).text();
      const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)];
      expect(styles).toHaveLength(1);
      expect(html).not.toMatch(/<script[^>]* src=/);
      const css = await (await fetch(platform.origin + styles[0]?.[1])).text();
      expect(gzipSync(html).length + gzipSync(css).length).toBeLessThan(15_000);
    }
  });

  it('shows neither drafts nor restricted articles: no link, no hit, no line of the sitemap, the same 404', async () => {
    const get = async (path: string) => {
      const response = await fetch(`${platform.origin}/help/demo${path}`);
      return { status: response.status, text: await response.text() };
    };
    const { body: collections } = await api
      .as({ token: demo.agent.token, project: demo.projectId })
      .call('GET', '/helpcenter/collections?parentId=all');
    const account = collections.find(({ title }: { title: { en: string } }) => title.en === 'Your account');
    const { body: articles } = await api
      .as({ token: demo.agent.token, project: demo.projectId })
      .call('GET', `/helpcenter/collections/${account.id}/articles`);
    const hidden = articles.filter(
      ({ isDraft, targetAudience }: { isDraft: boolean; targetAudience?: string }) =>
        isDraft || targetAudience === 'users',
    );
    expect(hidden).toHaveLength(2);
    const pages = await Promise.all(
      ['/en', `/en/collections/${account.docId}-your-account`, '/sitemap.xml', '/en/feed.xml'].map(get),
    );
    const searches = await Promise.all(['loyalty', 'business'].map((word) => get(`/en/search?q=${word}`)));
    const never = await get('/en/articles/999999');
    for (const { docId, title } of hidden) {
      for (const { status, text } of [...pages, ...searches]) {
        expect(status).toBe(200);
        expect(text).not.toContain(title.en);
        expect(text).not.toContain(`/articles/${docId}-`);
      }
      expect(await get(`/en/articles/${docId}`)).toEqual(never);
    }
    expect(never.status).toBe(404);
  });

  it.each([
    ['phone', phone],
    ['desk', desk],
  ])('is fit for everybody on a %s, in light and dark, and asks nobody else', async (_device, device) => {
    const { page, context, hosts, complaints } = await open('/help/demo/en', device);
    for (const path of [
      '/help/demo/en',
      '/help/demo/en/collections/2-returns-and-refunds',
      '/help/demo/en/search?q=refund',
      '/help/demo/en/nothing',
    ]) {
      await page.goto(platform.origin + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const problems = await accessibilityProblems(page);
        expect({ path, colorScheme, problems }).toEqual({ path, colorScheme, problems: [] });
      }
      const [wide, room] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      expect(wide).toBeLessThanOrEqual(room);
    }
    // Icons in data: addresses have no host.
    expect([...hosts].filter(Boolean)).toEqual([new URL(platform.origin).host]);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await page.goto(`${platform.origin}/help/demo/en/collections/2-returns-and-refunds`);
    await page.locator('.list a').first().click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepPicture(`help-center-article-${_device}`, page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepPicture(`help-center-article-${_device}-dark`, page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${platform.origin}/help/demo/en`);
    await keepPicture(`help-center-home-${_device}`, page);
    await context.close();
  });

  it('lies at the root of a domain of its own: read, searched and voted on there', async () => {
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const setDomain = (customDomain: string | null) =>
      admin.call('PUT', `/projects/${demo.projectId}`, { helpcenter: { customDomain } });
    const { recordName, recordValue } = (await setDomain(DOMAIN)).body.helpcenterDomain;
    dns.records.set(recordName, recordValue);
    const verified = await admin.call('POST', '/helpcenter/verify-domain');
    expect(verified.body.helpcenterDomain).toMatchObject({ domain: DOMAIN, verified: true });
    const old = () => fetch(`${platform.origin}/help/demo/en?x=1`, { redirect: 'manual' });
    await eventually(async () =>
      expect((await old()).headers.get('location')).toBe(`https://${DOMAIN}/en?x=1`),
    );
    const own = `http://${DOMAIN}:${new URL(platform.origin).port}`;
    // The services learn of it one by one, each within 5 s.
    await eventually(async () => {
      const headers = { 'api-token': demo.apiToken };
      const { body } = await api.call('GET', '/shared/helpcenter/collections', undefined, headers);
      expect(body.data.collections[0].url).toContain(`https://${DOMAIN}/`);
    });
    const { page, context, hosts, complaints } = await open(`${own}/`, {
      ...desk,
      // One vote per address and browser.
      userAgent: 'Another browser',
    });
    expect(page.url()).toBe(`${own}/en`);
    await shows(page, 'Demo shop help');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`https://${DOMAIN}/en`);
    await page.getByRole('link', { name: 'Returns and refunds' }).click();
    await page.getByRole('link', { name: 'When does my refund arrive?' }).click();
    await page.waitForURL(new RegExp(`^${own}/en/articles/\\d+-when-does-my-refund-arrive$`));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.locator('.vote button').first().click();
    await hasVoted(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(new RegExp(`^${own}/de/articles/`));
    await page.goto(`${own}/en/search?q=refund`);
    expect(await page.locator('.list h2').allInnerTexts()).toContain('When does my refund arrive?');
    expect([...hosts].filter(Boolean)).toEqual([new URL(own).host]);
    // What only pages by https have is the ingress's to add.
    expect(complaints.filter((text) => !text.includes('HTTPS'))).toEqual([]);
    await context.close();
    expect((await setDomain(null)).status).toBe(200);
    await eventually(async () => expect((await old()).status).toBe(200));
  });

  it('follows redirects, and is gone once it is switched off', async () => {
    const admin = api.as({ token: demo.admin.token, project: demo.projectId });
    const made = await admin.call('POST', '/helpcenter-redirect', {
      oldUrl: '/refunds/*',
      newUrl: '/en/search?q=$1',
      matchType: 'pattern',
    });
    expect(made.status).toBe(200);
    const { page } = await open('/help/demo/refunds/card', desk);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/help/demo/en/search?q=card');
    await admin.call('PUT', `/projects/${demo.projectId}`, { helpcenter: { enabled: false } });
    await eventually(async () => {
      expect((await fetch(`${platform.origin}/help/demo/en`)).status).toBe(404);
    });
  });
});
