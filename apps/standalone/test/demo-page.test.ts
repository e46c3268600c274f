import { accessibilityProblems, describeWith, eventually, openBrowser, repeatUntil } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { type Answer, createApi } from './support/api';
import { keepPicture } from './support/pictures';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';

interface Demo {
  projectId: string;
  admin: { password: string; token: string };
  serviceToken: string;
}

describeWith('chromium')('the demo’s page', () => {
  let platform: RunningPlatform;
  let browser: Browser;
  let demo: Demo;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startStandalone(), openBrowser()]);
    demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    removeHome(platform.home);
  });

  /** Opens an address and watches what it asks and complains of. */
  const open = async (path: string): Promise<{ page: Page; hosts: Set<string>; complaints: string[] }> => {
    const page = await (
      await browser.newContext({ locale: 'en-GB', viewport: { width: 1360, height: 900 } })
    ).newPage();
    // Messages of the team leave at once.
    await page.addInitScript(() => localStorage.setItem('parley-inbox-undo-seconds', '0'));
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(platform.origin + path);
    return { page, hosts, complaints };
  };
  const signIn = async (page: Page): Promise<void> => {
    await page.getByLabel('Password').fill(demo.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const team = (page: Page): FrameLocator => page.frameLocator('#team iframe');
  const conversation = (page: Page): Locator => team(page).getByRole('main', { name: 'Conversation' });
  const field = (page: Page): Locator => conversation(page).getByRole('textbox', { name: /^(Reply|Note)$/ });
  const locateShop = (page: Page): FrameLocator => page.frameLocator('#shop iframe');
  const locateWidget = (page: Page): Locator => locateShop(page).locator('parley-widget .panel');
  const connected = async (page: Page): Promise<void> => {
    await field(page).waitFor();
    await locateShop(page).locator('parley-widget .launcher button').waitFor();
  };
  const asTeam = async (page: Page, text: string): Promise<void> => {
    await field(page).fill(text);
    await conversation(page).getByRole('button', { name: 'Send', exact: true }).click();
  };
  const asVisitor = async (page: Page, text: string): Promise<void> => {
    await locateWidget(page).getByLabel('Your message').fill(text);
    await locateWidget(page).getByRole('button', { name: 'Send', exact: true }).click();
  };
  /** Opens the widget at the conversation that the demo begins with. */
  const openConversation = async (page: Page): Promise<void> => {
    await locateShop(page).locator('parley-widget .launcher button').click();
    await locateWidget(page)
      .getByRole('button', { name: /status page|within the hour|invoice/i })
      .first()
      .click();
    await locateWidget(page).getByText('I cannot find the invoice for October').waitFor();
  };
  /** It is printed when the address is open, and read a moment later. */
  const printedAddress = (): Promise<string> =>
    eventually(() => {
      const [, path] = /^ {2}live +http:\/\/[^/]+(\/demo#\S+)$/m.exec(platform.output()) ?? [];
      if (path === undefined) throw new Error('The address is not printed yet');
      return path;
    });

  it('shows the shop’s visitor one item at a time; what happens in the shop completes a step', async () => {
    const { page, complaints } = await open(await printedAddress());
    await connected(page);
    const shop = locateShop(page);
    // What shows is announced too.
    const items = shop.locator('.items-part');
    await shop.getByText('Choose a tea').waitFor();
    expect(await items.locator('> *:not(.ring)').count()).toBe(1);
    await shop.getByRole('button', { name: 'Next' }).click();
    await shop.getByText('Order it here').waitFor();
    await shop.getByRole('button', { name: 'Done', exact: true }).click();
    for (const next of [
      'Hello Lin, may we help?',
      'Free shipping until Sunday.',
      'Two of a kind ship free.',
    ]) {
      await items.getByText(next).waitFor();
      expect(await items.locator('> *:not(.ring)').count()).toBe(1);
      expect(await accessibilityProblems(page)).toEqual([]);
      await items.getByRole('button', { name: 'Dismiss' }).click();
    }
    await items.getByText('First steps, Lin').waitFor();
    await shop.getByText('0 of 3 done').waitFor();
    await shop.locator('[data-tea="Amber Oolong"]').dispatchEvent('click');
    await shop.locator('#order').dispatchEvent('click');
    await shop.getByText('Thank you. Your tea is on its way.').waitFor();
    // Told before the page is left. The visitor's next page shows what it completed, once engagement heard of it.
    await eventually(async () => {
      await shop.locator('body').evaluate(() => location.reload());
      await shop.getByText(/of 3 done/).waitFor();
      expect(await shop.getByText('1 of 3 done').count()).toBe(1);
    });
    expect(complaints).toEqual([]);
  });

  it('is linked from the start page, and signs in with the password that was printed, and with no other', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Demo' }).click();
    await page.getByLabel('Password').fill('a wrong one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#sign-in [role=alert]:not(:empty)').waitFor();
    expect(await page.locator('main').isVisible()).toBe(false);
    await signIn(page);
    await connected(page);
    await conversation(page).getByText('I cannot find the invoice for October').waitFor();
    await keepPicture('demo-desk', page);
  });

  it('has an inbox of its own, to which the start page leads', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill('admin@demo.parley.localhost');
    await page.getByLabel('Password').fill(demo.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^All open/ })
      .click();
    await page.getByRole('listitem').filter({ hasText: 'Lin Park' }).getByRole('link').click();
    await page.getByText('I cannot find the invoice for October').waitFor();
    // Before the sign-in its questions are refused.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await keepPicture('inbox-desk', page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepPicture('inbox-desk-dark', page);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await keepPicture('inbox-phone', page);
  });

  it('has a help center, to which the start page leads by the slug that it has', async () => {
    const { page } = await open('/');
    const follow = async (): Promise<string> => {
      await page.goto(platform.origin);
      await page.getByRole('link', { name: 'Help center' }).click();
      await page.getByRole('heading', { name: 'Demo shop help' }).waitFor();
      return new URL(page.url()).pathname;
    };
    expect(await follow()).toBe('/help/demo/en');
    const { projectId } = demo;
    const admin = api.as({ token: demo.admin.token, project: projectId });
    const name = async (slug: string | null): Promise<void> => {
      const { status } = await admin.call('PUT', `/projects/${projectId}`, { helpcenter: { slug } });
      expect(status).toBe(200);
    };
    // As where another project took the slug first.
    for (const [slug, path] of [
      ['demo-of-tea', '/help/demo-of-tea/en'],
      [null, `/help/${projectId}/en`],
    ] as const) {
      await name(slug);
      await eventually(async () => expect(await follow()).toBe(path));
    }
    await name('demo');
    for (const path of ['/help/nothing', '/demo/nothing', '/nothing']) {
      await page.goto(platform.origin + path);
      await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.getByRole('link', { name: 'Demo' }).waitFor();
  });

  it('shows each side at once what the other writes and that it types, and notes to the team alone', async () => {
    const { page, hosts, complaints } = await open(await printedAddress());
    await connected(page);
    expect(new URL(page.url()).hash).toBe('');
    await openConversation(page);

    await asVisitor(page, 'Is it <b>there</b> yet?');
    await conversation(page).getByText('Is it <b>there</b> yet?').waitFor();
    const said = conversation(page).getByRole('article').filter({ hasText: 'yet?' });
    expect(await said.getAttribute('aria-label')).toMatch(/^Lin Park, /);

    // Only connected pages hear of typing, and the widget may connect late.
    await repeatUntil(
      () => field(page).pressSequentially('Y'),
      locateWidget(page).getByText('Ada Admin is typing'),
    );
    await asTeam(page, 'Yes, in your account.');
    await locateWidget(page).getByText('Yes, in your account.').waitFor();

    await locateWidget(page).getByLabel('Your message').pressSequentially('Th');
    await conversation(page).getByText('Lin Park is writing…').waitFor();

    await conversation(page).getByRole('tab', { name: 'Note' }).click();
    await asTeam(page, 'Billing was slow today.');
    const note = conversation(page).getByRole('article').filter({ hasText: 'Billing was slow today.' });
    await note.getByText('Note', { exact: true }).waitFor();
    await conversation(page).getByRole('tab', { name: 'Reply' }).click();
    await asTeam(page, 'Anything else?');
    await locateWidget(page).getByText('Anything else?').waitFor();
    await conversation(page).getByRole('button', { name: 'Close', exact: true }).click();
    await locateWidget(page).getByText('Resolved. Write again if there is more.').waitFor();
    await locateWidget(page).getByRole('button', { name: '10 of 10' }).waitFor();
    expect(await locateWidget(page).innerText()).not.toContain('Billing');

    expect([...hosts].filter(Boolean)).toEqual([new URL(platform.origin).host]);
    expect(complaints).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('lists for the team each conversation in which a visitor writes, and shows both what a server sends', async () => {
    const { page } = await open(await printedAddress());
    await connected(page);
    const server = api.as({ token: demo.serviceToken });
    const begun = await server.call('POST', '/s2s/contacts/demo-1/conversations', {
      title: 'A second question',
      message: 'May I pay by card?',
    });
    expect(begun.status).toBe(200);
    await openConversation(page);
    await asVisitor(page, 'And my invoice?');
    await conversation(page).getByText('And my invoice?').waitFor();
    for (const text of ['May I pay by card?', 'And my invoice?'])
      await team(page).getByRole('listitem').filter({ hasText: text }).waitFor();
    await team(page).getByRole('listitem').filter({ hasText: 'And my invoice?' }).getByRole('link').click();
    const { body } = await server.call('GET', '/s2s/contacts/demo-1/conversations?status=open');
    const followed = body.find(
      ({ lastMessage }: Answer['body']) => lastMessage.plainText === 'And my invoice?',
    );
    const path = `/s2s/conversations/${followed.id}/messages`;
    expect((await server.call('POST', path, { comment: 'Sent by a server.' })).status).toBe(200);
    for (const place of [locateWidget(page), conversation(page)])
      await place.getByText('Sent by a server.').waitFor();
  });

  it('holds nothing secret, and lets no script run but its own', async () => {
    const get = async (path: string): Promise<Response> => fetch(`${platform.origin}/demo${path}`);
    const page = await get('/');
    expect(page.headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        'img-src data:',
        `connect-src 'self' ${platform.origin.replace('http', 'ws')}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-src 'self'",
      ].join(';'),
    );
    expect((await get('/shop')).headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await (await get('/demo.json')).json()).toEqual({
      apiToken: expect.any(String),
      projectId: demo.projectId,
      userId: 'demo-1',
      email: 'admin@demo.parley.localhost',
    });
    const texts = await Promise.all(
      ['/', '/shop', '/demo.js', '/shop.js', '/demo.css', '/demo.json'].map(async (path) =>
        (await get(path)).text(),
      ),
    );
    for (const secret of [demo.admin.password, demo.serviceToken])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect((await get('/demo.ts')).status).toBe(404);
  });
});
