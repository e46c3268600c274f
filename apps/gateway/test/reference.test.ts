import { accessibilityProblems, describeWith, openBrowser } from '@parley/testing';
import type { Browser, Page } from 'playwright-core';
import { brotliDecompressSync } from 'node:zlib';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { operations } from '../src/routes';
import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const get = (path: string): Promise<Response> => fetch(`${gateway.url}${path}`);

/** An answer as it is sent, which `fetch` would unpack. */
const sent = async (
  path: string,
  headers: Record<string, string>,
): Promise<{ answer: IncomingMessage; body: Buffer }> => {
  const asked = request(`${gateway.url}${path}`, { headers });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { answer, body: Buffer.concat(chunks) };
};

describe('the pages of the reference', () => {
  it('have every operation under its own address, in a page for its group', async () => {
    const overview = await (await get('/docs')).text();
    const groups = [...new Set(operations.map(({ id }) => id.split('.')[0] ?? ''))];
    for (const group of groups) {
      expect(overview).toContain(`href="/docs/${group}"`);
      const response = await get(`/docs/${group}`);
      expect(response.status).toBe(200);
      const page = await response.text();
      const ids = operations.filter(({ id }) => id.startsWith(`${group}.`)).map(({ id }) => id);
      expect({ group, missing: ids.filter((id) => !page.includes(`<article id="${id}"`)) }).toEqual({
        group,
        missing: [],
      });
      const links = [...page.matchAll(/href="#(object:[^"]+)"/g)].map(([, id = '']) => id);
      expect({ group, dead: links.filter((id) => !page.includes(`id="${id}"`)) }).toEqual({
        group,
        dead: [],
      });
    }
  });

  it('load nothing but their own style and script, and are in nobody’s frame', async () => {
    const response = await get('/docs/tickets');
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    const page = await response.text();
    expect(page).not.toMatch(/<style|style="|<script>| on\w+="/);
    expect((await get('/docs/style.css')).headers.get('content-type')).toContain('text/css');
    expect((await get('/docs/script.js')).headers.get('content-type')).toContain('text/javascript');
  });

  it('find operations by words of their names, paths and descriptions', async () => {
    const search = async (query: string): Promise<string> =>
      (await get(`/docs/search?q=${encodeURIComponent(query)}`)).text();
    expect(await search('merge tickets')).toContain('href="/docs/tickets#tickets.merge"');
    expect(await search('<b>nothing</b> has this')).toContain('No operation has “&lt;b>nothing');
    expect((await get('/docs/search')).status).toBe(200);
  });

  it('answer 404 with a page for a group that there is not', async () => {
    const response = await get('/docs/nonesuch');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it.each(['/docs/tickets', '/api-docs.json'])(
    '%s comes compressed, and not again to one that has it',
    async (path) => {
      const { answer, body } = await sent(path, { 'accept-encoding': 'gzip, br' });
      expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
      const plain = await (await get(path)).text();
      expect(brotliDecompressSync(body).toString()).toBe(plain);
      expect(body.length).toBeLessThan(plain.length / 5);
      const again = await sent(path, {
        'accept-encoding': 'gzip, br',
        'if-none-match': answer.headers.etag ?? '',
      });
      expect(again.answer.statusCode).toBe(304);
    },
  );
});

describeWith('chromium')('the pages of the reference in a browser', () => {
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const open = async (
    path: string,
    options: { width?: number; colorScheme?: 'dark' | 'light' } = {},
  ): Promise<Page> => {
    const { width = 1280, colorScheme = 'light' } = options;
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(gateway.url + path);
    return page;
  };
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  it.each([
    ['/docs', 1280, 'light'],
    ['/docs/teams', 1280, 'light'],
    ['/docs/teams', 380, 'dark'],
    ['/docs/search?q=ticket', 380, 'light'],
  ] as const)(
    '%s, %i wide and %s, is for everybody, and no wider than the screen',
    async (path, width, colorScheme) => {
      const page = await open(path, { width, colorScheme });
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    },
  );

  it('try an operation as who asks, with nothing invented, by the keyboard alone', async () => {
    const page = await open('/docs/tickets#tickets.list');
    const operation = page.locator('[id="tickets.list"]');
    await operation.getByText('Try it').click();
    const send = operation.getByRole('button', { name: 'Send GET' });
    await send.press('Enter');
    await operation.getByText('Say first who asks').waitFor();
    await page.getByLabel('Token of a person').fill(gateway.tokens.admin);
    await page.getByLabel('Project', { exact: true }).fill(PROJECT);
    gateway.calls.splice(0);
    await send.press('Enter');
    await operation.locator('[role=status] pre', { hasText: /^200 OK/ }).waitFor();
    const asked = gateway.calls.find(({ rpc }) => rpc === 'listTickets');
    expect(asked?.request).toMatchObject({ filter: [] });
    await page.reload();
    expect(await page.getByLabel('Project', { exact: true }).inputValue()).toBe(PROJECT);
  });
});
