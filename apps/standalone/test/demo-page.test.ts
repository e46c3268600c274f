import { accessibilityProblems, describeWith, eventually, openBrowser } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Locator, type Page } from 'playwright-core';
import { createApi } from './support/api';
import { removeHome, type RunningPlatform, startStandalone } from './support/platform';

interface Demo {
  projectId: string;
  admin: { password: string };
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
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    removeHome(platform.home);
  });

  /** Opens an address and watches what it asks and complains of. */
  const open = async (path: string): Promise<{ page: Page; hosts: Set<string>; complaints: string[] }> => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(platform.origin + path);
    return { page, hosts, complaints };
  };
  const side = (page: Page, name: 'contact' | 'team'): Locator => page.locator(`#${name}`);
  const last = (page: Page, name: 'contact' | 'team'): Locator => side(page, name).locator('li').last();
  const write = async (page: Page, name: 'contact' | 'team', text: string): Promise<void> => {
    await side(page, name).locator('textarea').fill(text);
    await side(page, name).getByRole('button', { name: 'Send' }).click();
  };
  const connected = async (page: Page): Promise<void> => {
    for (const name of ['contact', 'team'] as const)
      await side(page, name).locator('.state', { hasText: 'connected' }).waitFor();
  };
  const printedAddress = (): string => {
    const [, path = ''] = /^ {2}live +http:\/\/[^/]+(\/demo#\S+)$/m.exec(platform.output()) ?? [];
    return path;
  };

  it('shows the contact one live item of each kind, marks a step done and dismisses one', async () => {
    const { page, complaints } = await open(printedAddress());
    await connected(page);
    const items = page.locator('#items li');
    await items.nth(4).waitFor();
    expect((await items.locator('b').allTextContents()).sort()).toEqual(
      ['Banner', 'Chat message', 'Checklist', 'Tooltip', 'Tour'].sort(),
    );
    const checklist = items.filter({ hasText: 'Checklist' });
    await checklist.getByRole('button', { name: 'Fill in your profile' }).click();
    await checklist.getByRole('button', { name: '✓ Fill in your profile' }).waitFor();
    await items.filter({ hasText: 'Free shipping' }).getByRole('button', { name: 'Dismiss' }).click();
    await eventually(async () => expect(await items.count()).toBe(4));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('is linked from the start page, and signs in with the password that was printed, and with no other', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Demo' }).click();
    await page.getByLabel('Password').fill('a wrong one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#sign-in [role=alert]:not(:empty)').waitFor();
    expect(await page.locator('main').isVisible()).toBe(false);
    await page.getByLabel('Password').fill(demo.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await connected(page);
    expect(await side(page, 'contact').locator('h2').innerText()).toBe('Lin Park, the contact');
    expect(await side(page, 'team').locator('h2').innerText()).toBe('Ada, the team');
  }, 60_000);

  it('shows each side at once what the other writes and that it types, and notes to the team alone', async () => {
    const { page, hosts, complaints } = await open(printedAddress());
    await connected(page);
    expect(new URL(page.url()).hash).toBe('');

    await write(page, 'contact', 'Is it <b>there</b> yet?');
    await side(page, 'team').getByText('Is it <b>there</b> yet?').waitFor();
    expect(await last(page, 'team').locator('b').innerText()).toBe('Lin Park');

    await side(page, 'team').locator('textarea').pressSequentially('Ye');
    await side(page, 'contact').getByText('Ada Admin types …').waitFor();
    await write(page, 'team', 'Yes, in your account.');
    await side(page, 'contact').getByText('Yes, in your account.').waitFor();
    expect(await last(page, 'contact').locator('b').innerText()).toBe('Ada Admin');
    await eventually(async () => expect(await side(page, 'contact').locator('.typing').innerText()).toBe(''));

    await side(page, 'contact').locator('textarea').pressSequentially('Th');
    await side(page, 'team').getByText('Lin Park types …').waitFor();

    await side(page, 'team').getByLabel('a note').check();
    await write(page, 'team', 'Billing was slow today.');
    await side(page, 'team').locator('li.note', { hasText: 'Billing was slow today.' }).waitFor();
    await side(page, 'team').getByLabel('a note').uncheck();
    await write(page, 'team', 'Anything else?');
    await side(page, 'contact').getByText('Anything else?').waitFor();
    expect(await side(page, 'contact').innerText()).not.toContain('Billing');

    expect([...hosts].filter(Boolean)).toEqual([new URL(platform.origin).host]);
    expect(complaints).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  }, 60_000);

  it('shows both sides what a server of the customer does in the contact’s name', async () => {
    const { page } = await open(printedAddress());
    await connected(page);
    const server = api.as({ token: demo.serviceToken });
    const { body } = await server.call('GET', '/s2s/contacts/demo-1/conversations?status=open');
    const path = `/s2s/conversations/${body[0].id}/messages`;
    expect((await server.call('POST', path, { comment: 'Sent by a server.' })).status).toBe(200);
    for (const name of ['contact', 'team'] as const)
      await side(page, name).getByText('Sent by a server.').waitFor();
  }, 60_000);

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
      ].join(';'),
    );
    expect(await (await get('/demo.json')).json()).toEqual({
      apiToken: expect.any(String),
      projectId: demo.projectId,
      userId: 'demo-1',
      email: 'admin@demo.parley.localhost',
    });
    const texts = await Promise.all(
      ['/', '/demo.js', '/demo.css', '/demo.json'].map(async (path) => (await get(path)).text()),
    );
    for (const secret of [demo.admin.password, demo.serviceToken])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect((await get('/demo.ts')).status).toBe(404);
  });
});

it('without demo data there is no such page, and the start page links to none', async () => {
  const platform = await startStandalone({ PARLEY_DEMO: '0' });
  try {
    for (const path of ['/demo', '/demo/', '/demo/demo.json', '/demo/demo.js'])
      expect((await fetch(platform.origin + path)).status).toBe(404);
    const start = await fetch(platform.origin, { headers: { accept: 'text/html' } });
    expect(await start.text()).not.toContain('href="/demo"');
  } finally {
    await platform.stop();
    removeHome(platform.home);
  }
}, 120_000);
