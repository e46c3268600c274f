import { accessibilityProblems, describeWith, eventually, openBrowser } from '@parley/testing';
import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { type Api, createApi, ok } from './support/api';
import type { Mailbox } from './support/mailbox';
import { newAddress, signUp } from './support/people';
import type { PlatformUnderTest } from './support/platform';
import { sharePlatform } from './support/shared-platform';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the documentation shows it. */
const makeToken = (secret: string, claims: object): string => {
  const now = Math.floor(Date.now() / 1000);
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, iat: now, exp: now + 60 })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};

describeWith('chromium')('a private help center', () => {
  let platform: PlatformUnderTest;
  let mailbox: Mailbox;
  let leave: () => Promise<void>;
  let browser: Browser;
  let admin: Api;
  let site: string;
  let secret: string;
  let apiToken: string;
  const anonymous = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    ({ platform, mailbox, leave } = await sharePlatform());
    browser = await openBrowser();
    const { api, projectId } = await signUp(anonymous, mailbox);
    admin = api;
    const project = ok(await admin.call('GET', `/projects/${projectId}`));
    ({ sessionSecret: secret, apiToken } = project);
    ok(await admin.call('PUT', `/projects/${projectId}`, { helpcenter: { access: 'private' } }));
    site = `${platform.origin}/help/${projectId}`;
    const { id } = ok(await admin.call('POST', '/helpcenter/collections', { title: 'Secret topics' }));
    const add = async (title: string, more: object = {}) =>
      ok(
        await admin.call('POST', `/helpcenter/collections/${id}/articles`, {
          title,
          isDraft: false,
          ...more,
        }),
      );
    await add('Prices of partners');
    await add('Prices of the plan', {
      extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
  });
  afterAll(async () => {
    await browser.close();
    await leave();
  });

  const open = async (url: string, javaScriptEnabled = false): Promise<Page> => {
    const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const linkIn = async (email: string): Promise<string> => {
    const { text = '' } = await mailbox.waitFor(email, ({ subject }) => /Sign in/.test(subject ?? ''));
    return /http\S+/.exec(text)?.[0] ?? '';
  };

  it('signs a contact in by a link to its address: it works without scripts, once, and ends with the block', async () => {
    const email = newAddress('ada');
    const ada = ok(await admin.call('POST', '/sessions', { userId: email, email, name: 'Ada', plan: 'pro' }));
    const guest = newAddress('guest');
    ok(await admin.call('POST', '/sessions', { email: guest }));

    const page = await open(`${site}/en/articles/1`);
    expect(new URL(page.url()).searchParams.get('to')).toBe('/en/articles/1');
    expect(await page.content()).not.toMatch(/Prices|Secret/);
    for (const address of [guest, email]) {
      await page.goto(`${site}/en/articles/1`);
      await page.getByLabel('E-mail address').fill(address);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByText('a link is on its way').waitFor();
    }
    const link = await linkIn(email);
    await page.goto(link);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    expect(await page.locator('h1').innerText()).toBe('Prices of partners');
    expect(await page.getByRole('link', { name: 'Prices of the plan' }).count()).toBeGreaterThan(0);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: new URL(site).pathname });

    const other = await open(link);
    await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('alert').waitFor();
    expect(mailbox.mails().filter(({ to }) => to === guest)).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await page.context().cookies()).toEqual([]);

    await page.goto(`${site}/sign-in?jwt=${makeToken(secret, { sub: email })}`);
    await page.getByRole('link', { name: 'Secret topics' }).waitFor();
    ok(await admin.call('PUT', `/sessions/${ada.id}`, { blocked: true }));
    await eventually(async () => {
      await page.goto(`${site}/en`);
      expect(await page.getByLabel('E-mail address').count()).toBe(1);
    });
    expect(await page.context().cookies()).toEqual([]);
  });

  it('has a page for signing in that everyone can use', async () => {
    const page = await open(`${site}/en`, true);
    await page.getByLabel('E-mail address').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('signs in a reader that the customer’s server names, who sees the articles of its audiences alone', async () => {
    const userId = newAddress('bob');
    const to = encodeURIComponent('/en/search?q=prices');
    const token = makeToken(secret, { userId, email: userId, name: 'Bob' });
    const page = await open(`${site}/sign-in?jwt=${token}&to=${to}`);
    await eventually(async () => {
      await page.reload();
      expect(await page.locator('.list h2').allInnerTexts()).toEqual(['Prices of partners']);
    });
    const { body } = await admin.call('GET', `/sessions/search?searchTerm=${encodeURIComponent(userId)}`);
    expect(JSON.stringify(body)).toContain('Bob');
    const wrong = await fetch(`${site}/sign-in?jwt=${makeToken('another secret', { userId })}`);
    expect(wrong.status).toBe(401);
  });

  it('shows nothing to strangers: neither pages, lists, feeds and addresses, nor by the widget’s key', async () => {
    const paths = ['', '/en', '/en/articles/1', '/en/articles/2', '/en/search?q=prices', '/en/suggest?q=pri'];
    for (const path of [...paths, '/en/feed.xml', '/sitemap.xml', '/en/articles/1/feedback']) {
      for (const redirect of ['follow', 'manual'] as const) {
        const answer = await fetch(`${site}${path}`, { redirect });
        const seen = `${answer.url} ${answer.headers.get('location') ?? ''} ${await answer.text()}`;
        expect(seen).not.toMatch(/partners|secret-topics|Secret topics|of the plan/i);
        if (answer.status === 200) expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      }
    }
    const key = { 'api-token': apiToken };
    const guest = ok(await anonymous.call('POST', '/shared/sessions', {}, key));
    const widget = { ...key, 'svc-id': guest.svcId, 'svc-hash': guest.svcHash };
    for (const headers of [key, widget]) {
      const { status } = await anonymous.call('GET', '/shared/helpcenter/articles/1', undefined, headers);
      expect(status).toBe(404);
    }
  });
});
