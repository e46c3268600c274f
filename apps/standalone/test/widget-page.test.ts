import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Document } from './support/engagement';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import { listCalls } from './support/widget-calls';
import { followDocument } from './support/widget-document-cases';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

const KB = 1024;

describeWith('chromium')('the widget on a page of a customer', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const tag = (): string => `data-key="${team.apiToken}"`;
  const listContacts = async (query = ''): Promise<Document[]> =>
    ok(await team.admin.call('GET', `/sessions${query}`));

  it('opens under a policy of two directives, asks nobody but the platform, and axe-core finds nothing', async () => {
    const { page, launcher, panel, hosts, complaints, context } = await world.visit('/first', { tag: tag() });
    await launcher.waitFor();
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
    expect(await launcher.getAttribute('aria-label')).toBe('Open help');
    expect(await accessibilityProblems(page)).toEqual([]);
    await launcher.click();
    await panel.waitFor();
    expect(await panel.locator('h2').innerText()).toContain('How can we help?');
    await panel.getByText('No conversations yet.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { origin } = world.platform;
    expect([...hosts].sort()).toEqual([world.shop.origin, origin].sort());
    expect(complaints).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('loads at most 25 KB at first and at most 36 KB with everything, compressed', async () => {
    const { page, launcher, panel, context } = await world.visit('/sizes', { tag: tag() });
    const loaded = async (): Promise<number> => {
      const { origin } = world.platform;
      const urls = await page.evaluate(
        (from) =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.startsWith(`${from}/widget`)),
        origin,
      );
      const sizes = urls.map(async (url) => {
        const response = await context.request.get(url, { headers: { 'accept-encoding': 'gzip' } });
        expect(response.headers()['content-encoding']).toBe('gzip');
        return Number(response.headers()['content-length']);
      });
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    };
    await launcher.waitFor();
    const first = await loaded();
    expect(first).toBeGreaterThan(5 * KB);
    expect(first).toBeLessThanOrEqual(25 * KB);
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await eventually(async () => expect(await loaded()).toBeGreaterThan(first + 10 * KB));
    await context.close();
    // Everything is more than this page had use for: what only items need counts too. The hashed twin is the file itself.
    const folder = resolve(__dirname, '../../../dist/apps/standalone/widget');
    const files = readdirSync(folder).filter((file) => /\.js\.gz$/.test(file) && file !== 'widget.js.gz');
    for (const part of ['main', 'messenger', 'items', 'widget'])
      expect(files.filter((file) => file.startsWith(`${part}-`))).toHaveLength(1);
    const sum = (some: string[]): number =>
      some.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
    // Pages that subscribe to push notifications load more, when they do.
    const ofPushes = files.filter((file) => file.startsWith('push'));
    // Kinds that few pages show are loaded when an item of them is due.
    const ofKinds = files.filter((file) => /^(modal|news|survey)-/.test(file));
    expect(ofKinds).toHaveLength(3);
    for (const file of ofKinds) expect(sum([file])).toBeLessThanOrEqual(2.5 * KB);
    expect(sum(files) - sum(ofPushes) - sum(ofKinds)).toBeLessThanOrEqual(36 * KB);
    expect(sum(ofPushes)).toBeLessThanOrEqual(1.5 * KB);
  });

  it('asks at most 8 times for at most 30 KB before it is opened, never for permission, with an item and a conversation', async () => {
    const own = await world.team();
    const banner = { name: 'Item', status: 'live', message: { localized: { en: 'Free shipping.' } } };
    ok(await own.admin.call('POST', '/engagement/banners', banner));
    const asked: string[] = [];
    const sizes: Promise<number>[] = [];
    const context = await world.browser.newContext({ locale: 'en-GB' });
    context.on('requestfinished', (request) => {
      if (!request.url().startsWith(world.platform.origin)) return;
      asked.push(`${request.method()} ${request.url()}`);
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    const visit = async () => {
      asked.length = sizes.length = 0;
      const { page, launcher, panel } = await world.visit(
        '/budget',
        { tag: `data-key="${own.apiToken}"` },
        context,
      );
      await launcher.waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.length).toBeLessThanOrEqual(8);
      expect(asked.filter((one) => one.startsWith('OPTIONS'))).toEqual([]);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeLessThanOrEqual(30 * KB);
      return { page, launcher, panel, bytes };
    };
    const { page, launcher, panel, bytes } = await visit();
    expect(bytes).toBeGreaterThan(20 * KB);
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Where is it?');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () => expect(await panel.locator('.waiting').count()).toBe(0));
    await page.close();
    // A visitor who comes back to a conversation is connected, too.
    await visit();
    expect(asked.length).toBeGreaterThan(6);
    await context.close();
  });

  describe('that follows docs/widget.md word by word', () => {
    followDocument(
      () => world,
      () => team,
    );
  });

  it('keeps a guest over a reload and in a second tab, and begins with one contact however many tabs open at once', async () => {
    const kept = (page: Page): Promise<string | null> =>
      page.evaluate((key) => localStorage.getItem(`parley:${key}:session`), team.apiToken);
    const before = (await listContacts()).length;
    // Tabs that open at the same moment are processes of their own: several rounds, because what one wrote may reach the others late.
    for (const round of [1, 2, 3]) {
      const context = await world.browser.newContext({ locale: 'en-GB' });
      const visit = () => world.visit('/tabs', { tag: tag() }, context);
      const [one, two, ...others] = await Promise.all([visit(), visit(), visit(), visit()]);
      await Promise.all([one, two, ...others].map(({ launcher }) => launcher.waitFor()));
      await eventually(async () => expect(await kept(one.page)).toContain('svcId'));
      const session = await kept(one.page);
      await one.page.reload();
      await one.launcher.waitFor();
      await eventually(async () => expect(await kept(two.page)).toBe(session));
      await eventually(async () => expect(await listContacts()).toHaveLength(before + round));
      await context.close();
    }
  });

  it('keeps calls that were made before it was there; identifies with a proof, and tells the page', async () => {
    const script = `
      const early = parley;
      parley('on', 'identified', ({ userId }) => {
        document.title = 'identified ' + userId;
        early('track', 'told by the function that the page kept');
      });
      parley('identify', { userId: 'u-1', userHash: '${team.signUserId('u-1')}', name: 'Lin' });
      parley('track', 'order placed', { total: 40 });`;
    const { page, complaints, context } = await world.visit('/known', { tag: tag(), script });
    await page.waitForFunction(() => document.title === 'identified u-1');
    await eventually(async () => {
      const [contact] = await listContacts('?userId=u-1');
      expect(contact.name).toBe('Lin');
      const events: Document[] = ok(await team.admin.call('GET', `/sessions/${contact.id}/events`));
      expect(events.map(({ name }) => name).sort()).toEqual([
        'order placed',
        'told by the function that the page kept',
      ]);
      expect(events.find(({ name }) => name === 'order placed')).toMatchObject({ data: { total: 40 } });
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends what is tracked just before the page is left, also behind what is on its way', async () => {
    const script = `
      parley('on', 'identified', ({ userId }) => { document.title = 'identified ' + userId; });
      parley('identify', { userId: 'u-leaves', userHash: '${team.signUserId('u-leaves')}' });
      window.leave = () => {
        parley('track', 'added to basket');
        setTimeout(() => { parley('track', 'order placed'); location.href = '/known'; });
      };`;
    const { page, context } = await world.visit('/leaves', { tag: tag(), script });
    await page.waitForFunction(() => document.title === 'identified u-leaves');
    await page.evaluate(() => (globalThis as unknown as { leave: () => void }).leave());
    await eventually(async () => {
      const [contact] = await listContacts('?userId=u-leaves');
      const events: Document[] = ok(await team.admin.call('GET', `/sessions/${contact?.id}/events`));
      expect(events.map(({ name }) => name).sort()).toEqual(['added to basket', 'order placed']);
    });
    await context.close();
  });

  it.each(['before the first session', 'after it'])(
    'identifies and tracks once the network is back that went %s',
    async (moment) => {
      const userId = `u-away ${moment}`;
      const context = await world.browser.newContext({ locale: 'en-GB' });
      const isAway = { now: moment.startsWith('before') };
      await context.route('**/v3/**', (route) => (isAway.now ? route.abort() : route.continue()));
      const script = `
        const call = () => {
          parley('identify', ${JSON.stringify({ userId, userHash: team.signUserId(userId) })});
          parley('track', 'told without a network');
        };
        parley('on', 'identified', ({ userId }) => { document.title = 'identified ' + userId; });
        ${isAway.now ? 'call();' : 'window.call = call;'}`;
      const before = (await listContacts()).length;
      const path = `/away-${isAway.now}`;
      const failed = new Set<string>();
      context.on('requestfailed', (request) => listCalls(request).forEach((call) => failed.add(call.path)));
      const { page, launcher } = await world.visit(path, { tag: tag(), script }, context);
      if (!isAway.now) {
        await launcher.waitFor();
        await eventually(async () => expect(await listContacts()).toHaveLength(before + 1));
        isAway.now = true;
        await page.evaluate(() => (globalThis as unknown as { call: () => void }).call());
      }
      const lost = path === '/away-true' ? '/shared/sessions' : '/shared/sessions/identify';
      await eventually(() => expect([...failed]).toContain(lost));
      isAway.now = false;
      await page.waitForFunction((title) => document.title === title, `identified ${userId}`);
      await eventually(async () => {
        const [contact] = await listContacts(`?userId=${encodeURIComponent(userId)}`);
        const events: Document[] = ok(await team.admin.call('GET', `/sessions/${contact?.id}/events`));
        expect(events.map(({ name }) => name)).toEqual(['told without a network']);
        expect(await listContacts()).toHaveLength(before + 1);
      });
      await context.close();
    },
  );

  it('never throws into the page: a wrong call, a wrong proof and a listener that throws end in the console', async () => {
    const script = `
      window.heard = [];
      parley('on', 'error', ({ call, code }) => heard.push(call + ' ' + code));
      parley('on', 'ready', () => { throw new Error('the page stumbles'); });
      parley('nonsense'); parley(); parley('identify'); parley('track', ''); parley('open', 7);
      parley('identify', { userId: 'u-2', userHash: 'wrong' });
      window.end = true;`;
    const { page, launcher, complaints, context } = await world.visit('/wrong', { tag: tag(), script });
    await page.waitForFunction(() => (globalThis as unknown as { heard: string[] }).heard.length > 0);
    expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([
      'identify invalid_session',
    ]);
    await launcher.waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { end: boolean }).end)).toBe(true);
    await eventually(() => {
      expect(complaints.filter((text) => text.includes('there is no call'))).toHaveLength(2);
      expect(complaints.some((text) => text.includes('the page stumbles'))).toBe(true);
    });
    await context.close();
  });

  it('works where storage is forbidden', async () => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    await context.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      }),
    );
    const { launcher, panel, complaints } = await world.visit('/private', { tag: tag() }, context);
    await launcher.click();
    await panel.getByText('No conversations yet.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps the page’s styles out and its own in', async () => {
    const body = '<div class="panel">The page’s own panel</div><button class="main">Buy</button>';
    const headers = {
      'content-security-policy': `default-src 'none'; script-src 'self' ${world.platform.origin}; connect-src *; style-src 'unsafe-inline'`,
    };
    const hostile =
      '<style>* { display: none !important; font: 60px serif !important } html, body, main, main * { display: block !important }</style>';
    const { page, launcher, panel, context } = await world.visit('/styles', {
      tag: tag(),
      body: hostile + body,
      headers,
    });
    const readPosition = (): Promise<string> =>
      page.locator('main .panel').evaluate((element) => getComputedStyle(element).position);
    const before = await readPosition();
    await launcher.click();
    await panel.waitFor();
    expect(await readPosition()).toBe(before);
    expect(await panel.evaluate((element) => getComputedStyle(element).fontSize)).toBe('15px');
    await context.close();
  });

  it('opens, closes and goes back to its button by keyboard; the page opens, hides and shows it', async () => {
    const { page, launcher, panel, context } = await world.visit('/keys', { tag: tag() });
    await launcher.focus();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(
        await launcher.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button),
      ).toBe(true),
    );
    const call = (...args: unknown[]): Promise<unknown> =>
      page.evaluate((given) => {
        (globalThis as unknown as { parley: (...call: unknown[]) => unknown }).parley(...given);
      }, args);
    await call('open', { search: 'refund' });
    await panel.getByText('No article was found.').waitFor();
    await call('hide');
    await panel.waitFor({ state: 'detached' });
    expect(await launcher.count()).toBe(0);
    await call('show');
    await launcher.waitFor();
    await context.close();
  });

  it('hears the key that follows in the moment in which it shows', async () => {
    const { page, launcher, panel, context } = await world.visit('/quick', { tag: tag() });
    await launcher.waitFor();
    await page.evaluate(() => {
      const root = document.querySelector('parley-widget')?.shadowRoot as ShadowRoot;
      const observer = new MutationObserver(() => {
        if (!root.querySelector('.panel')) return;
        observer.disconnect();
        document.body.setAttribute('data-shown', 'yes');
        const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true });
        (root.activeElement ?? document.body).dispatchEvent(key);
      });
      observer.observe(root, { childList: true, subtree: true });
    });
    await launcher.focus();
    await page.keyboard.press('Enter');
    await page.locator('body[data-shown]').waitFor();
    await panel.waitFor({ state: 'detached' });
    await context.close();
  });

  it('is one landmark of the page, whatever it shows', async () => {
    const { page, launcher, panel, context } = await world.visit('/landmarks', { tag: tag() });
    await launcher.click();
    await panel.getByText('No conversations yet.').waitFor();
    const landmarks = await page.locator('parley-widget').evaluate((host) => {
      const names =
        'header, footer, main, nav, aside, section, form[aria-label], [role=search], [role=region]';
      return [host, ...(host.shadowRoot?.querySelectorAll(names) ?? [])].map((element) =>
        element.getAttribute('aria-label'),
      );
    });
    expect(landmarks).toEqual(['How can we help?']);
    const fields = panel.locator('input, textarea');
    expect(await fields.first().evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
    await context.close();
  });

  it('begins anew as another guest after logout', async () => {
    const { page, launcher, context } = await world.visit('/logout', { tag: tag() });
    await launcher.waitFor();
    const kept = (): Promise<string | null> =>
      page.evaluate((key) => localStorage.getItem(`parley:${key}:session`), team.apiToken);
    await eventually(async () => expect(await kept()).toContain('svcId'));
    const first = await kept();
    await page.evaluate(() => (globalThis as unknown as { parley: (call: string) => void }).parley('logout'));
    expect(await kept()).not.toBe(first);
    await launcher.click();
    await eventually(async () => expect(await kept()).toContain('svcId'));
    expect(await kept()).not.toBe(first);
    await context.close();
  });
});
