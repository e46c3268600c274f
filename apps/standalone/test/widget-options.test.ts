import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import type { Locator, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { keepPicture } from './support/pictures';
import { listCalls } from './support/widget-calls';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

describeWith('chromium')('how a team and a page set the widget up', () => {
  let world: WidgetWorld;
  beforeAll(async () => {
    world = await startWidgetWorld();
  });
  afterAll(() => world.stop());

  const set = async ({ admin, projectId }: ShopTeam, widget: object): Promise<Document> =>
    ok(await admin.call('PUT', `/projects/${projectId}`, { widget }));
  const readTexts = async ({ apiToken }: ShopTeam, lang = 'en'): Promise<Document> =>
    ok(
      await world.anonymous.call('GET', `/shared/translations?lang=${lang}`, undefined, {
        'api-token': apiToken,
      }),
    );
  const settled = (team: ShopTeam, check: (project: Document) => void): Promise<void> =>
    eventually(async () => check((await readTexts(team)).project));
  const part = (page: Page, selector: string): Locator => page.locator(`parley-widget ${selector}`);
  const call = (page: Page, ...args: unknown[]): Promise<unknown> =>
    page.evaluate((given) => {
      (globalThis as unknown as { parley: (...call: unknown[]) => unknown }).parley(...given);
    }, args);
  const paper = (locator: Locator): Promise<string> =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);

  it('looks as the settings of the project say, and as the page says before them', async () => {
    const team = await world.team();
    const member: Document = ok(await team.admin.call('GET', '/users/me'));
    await set(team, {
      side: 'left',
      offset: { x: 40, y: 60 },
      launcherText: 'Chat with us',
      theme: 'dark',
      color: '#116644',
      greeting: { en: 'Hello there', de: 'Hallo' },
      team: [member.id],
      replyTime: 'hours',
    });
    await settled(team, ({ widget }) => expect(widget.side).toBe('left'));
    const { page, launcher, panel, complaints, context } = await world.visit('/options', {
      tag: `data-key="${team.apiToken}"`,
    });
    await launcher.getByText('Chat with us').waitFor();
    expect(await launcher.getAttribute('aria-label')).toBe('Chat with us: Open help');
    expect(await paper(launcher)).toBe('rgb(17, 102, 68)');
    const box = await launcher.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(box?.x).toBe(40);
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBe(60);
    await launcher.click();
    await panel.getByRole('heading', { name: 'Hello there' }).waitFor();
    await panel.getByText('We usually reply within a few hours.').waitFor();
    expect(await panel.locator('.team li').count()).toBe(1);
    expect((await panel.boundingBox())?.x).toBe(40);
    expect(await paper(panel)).toBe('rgb(22, 27, 34)');
    await keepPicture('widget-home-dark', panel);
    expect(await accessibilityProblems(page)).toEqual([]);

    await call(page, 'boot', {
      side: 'right',
      theme: 'light',
      offset: { x: 8 },
      greeting: 'Ahoy',
      color: '#aa0000',
    });
    await panel.getByRole('heading', { name: 'Ahoy' }).waitFor();
    expect(await paper(panel)).toBe('rgb(255, 255, 255)');
    expect(await paper(panel.locator('.head'))).toBe('rgb(170, 0, 0)');
    const moved = await panel.boundingBox();
    expect((page.viewportSize()?.width ?? 0) - (moved?.x ?? 0) - (moved?.width ?? 0)).toBe(8);
    await call(page, 'boot', { launcher: false });
    await launcher.waitFor({ state: 'detached' });
    await call(page, 'close');
    await panel.waitFor({ state: 'detached' });
    await call(page, 'open');
    await panel.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['fr', 'ltr', 'Ouvrir l’aide'],
    ['ja-JP', 'ltr', 'ヘルプを開く'],
    ['zh-TW', 'ltr', '開啟說明'],
    ['ar', 'rtl', 'فتح المساعدة'],
  ])('speaks %s, written %s', async (lang, direction, label) => {
    const team = await world.team();
    const { page, launcher, context } = await world.visit(`/lang-${lang}`, {
      tag: `data-key="${team.apiToken}" data-lang="${lang}"`,
    });
    await launcher.waitFor();
    expect(await launcher.getAttribute('aria-label')).toBe(label);
    expect(await part(page, '.launcher-part').getAttribute('dir')).toBe(direction);
    const x = (await launcher.boundingBox())?.x ?? 0;
    expect(x < 100).toBe(direction === 'rtl');
    // A page that changes the language takes the widget along.
    await call(page, 'boot', { lang: 'de' });
    await eventually(async () => expect(await launcher.getAttribute('aria-label')).toBe('Hilfe öffnen'));
    await context.close();
  });

  it('says that a member of the team is online, beside the time that an answer takes', async () => {
    const team = await world.team();
    await set(team, { replyTime: 'minutes' });
    await eventually(async () => {
      ok(await team.admin.call('GET', '/tickets'));
      expect((await readTexts(team)).project).toMatchObject({
        isOnline: true,
        widget: { replyTime: 'minutes' },
      });
    });
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const { launcher, panel } = await world.visit('/online', { tag: `data-key="${team.apiToken}"` }, context);
    await launcher.click();
    await panel.getByText('We are online. We usually reply within minutes.').waitFor();
    await context.close();
  });

  it('says when the team is back while all of it is closed', async () => {
    const team = await world.team();
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    const operatingHours = {
      enabled: true,
      timezone: 'UTC',
      openingTimes: [{ day: tomorrow.getUTCDay(), openingTime: '09:00', closingTime: '17:00' }],
    };
    const body = { name: 'Asleep', assignmentMethod: 'manual', members: [], operatingHours };
    ok(await team.admin.call('POST', '/teams', body));
    await settled(team, ({ isClosed }) => expect(isClosed).toBe(true));
    const opensAt = new Date((await readTexts(team)).project.opensAt);
    expect(opensAt.toISOString().slice(0, 16)).toBe(`${tomorrow.toISOString().slice(0, 10)}T09:00`);
    const context = await world.browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' });
    const { launcher, panel } = await world.visit('/closed', { tag: `data-key="${team.apiToken}"` }, context);
    await launcher.click();
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(opensAt);
    await panel.getByText(new RegExp(`^We are away. Back: ${weekday},? 9:00`)).waitFor();
    await context.close();
  });

  it('waits for boot where its tag says so, ends by shutdown, and begins again', async () => {
    const team = await world.team();
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const asked: string[] = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(world.platform.origin)) return;
      const calls = listCalls(request).map((call) => call.path);
      asked.push(...(calls.length > 0 ? calls : [new URL(request.url()).pathname]));
    });
    const tag = `data-key="${team.apiToken}" data-boot="later"`;
    const script = `const heard = window.heard = [];
      parley('on', 'ready', () => heard.push('ready'));
      parley('setConversationFields', { plan: 'pro' });`;
    const { page, launcher, panel, complaints } = await world.visit('/later', { tag, script }, context);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual(['/widget.js']);
    await call(page, 'boot', { theme: 'dark' });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Where is my order?');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(async () => expect(await panel.locator('.waiting').count()).toBe(0));
    await eventually(() => expect(asked.some((path) => /\/messages(\?|$)/.test(path))).toBe(true));
    const session = (): Promise<string | null> =>
      page.evaluate((key) => localStorage.getItem(`parley:${key}:session`), team.apiToken);
    const before = await session();

    await call(page, 'shutdown');
    await part(page, '.launcher').waitFor({ state: 'detached' });
    expect(await page.locator('parley-widget').count()).toBe(0);
    const count = asked.length;
    await page.evaluate(() => {
      document.documentElement.lang = 'de';
      history.pushState({}, '', '?elsewhere');
      dispatchEvent(new Event('visibilitychange'));
    });
    await call(page, 'open');
    await page.waitForTimeout(1_000);
    expect(asked.slice(count)).toEqual([]);

    await call(page, 'boot', { lang: 'en' });
    // The call in between is made.
    await panel.getByText('Where is my order?').first().waitFor();
    expect(await session()).toBe(before);
    // What ended hears no events of the page any more: one look for items follows, not two.
    await page.waitForTimeout(1_000);
    const asks = (): number => asked.filter((path) => path.startsWith('/shared/engagements?')).length;
    const looked = asks();
    await call(page, 'track', 'order placed');
    await eventually(() => expect(asks()).toBe(looked + 1));
    await page.waitForTimeout(1_000);
    expect(asks()).toBe(looked + 1);
    expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([
      'ready',
      'ready',
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('gives conversations the fields of the page, and tells of what was sent and of an address', async () => {
    const team = await world.team();
    const script = `const heard = window.heard = [];
      for (const name of ['messageSent', 'emailGiven'])
        parley('on', name, (data) => heard.push([name, data]));
      parley('setConversationFields', { plan: 'pro', seats: 3 });`;
    const context = await world.browser.newContext({ locale: 'en-GB' });
    await context.clock.install();
    const { page, panel, launcher } = await world.visit(
      '/fields',
      { tag: `data-key="${team.apiToken}"`, script },
      context,
    );
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Hello there');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const heard = (): Promise<unknown[]> =>
      page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard);
    await eventually(async () =>
      expect(await heard()).toEqual([
        ['messageSent', { conversationId: expect.stringMatching(/^[0-9a-f]{24}$/), text: 'Hello there' }],
      ]),
    );
    const [[, { conversationId }]] = (await heard()) as [[string, { conversationId: string }]];
    const ticket: Document = ok(await team.admin.call('GET', `/tickets/${conversationId}`));
    expect(ticket.attributes).toMatchObject({ plan: 'pro', seats: 3 });
    await context.clock.fastForward(61_000);
    await panel.locator('.ask input').fill('mia@customer.example');
    await panel.locator('.ask').getByRole('button', { name: 'Send' }).click();
    await eventually(async () =>
      expect((await heard()).at(-1)).toEqual(['emailGiven', { email: 'mia@customer.example' }]),
    );
    await call(page, 'close');
    await call(page, 'openConversation', conversationId);
    await panel.getByText('Hello there').first().waitFor();
    await context.close();
  });

  const item = async ({ admin }: ShopTeam, path: string, fields: object): Promise<Document> =>
    ok(await admin.call('POST', `/engagement/${path}`, { name: 'Item', status: 'live', ...fields }));
  const text = (message: string): object => ({ message: { localized: { en: message } } });

  it('starts a tour and a checklist that the page asks for: on any page, as often as it asks', async () => {
    const team = await world.team();
    const elsewhere = { pageRules: [{ pageFilter: 'https://other.example/', pageFilterType: 'is' }] };
    const steps = [{ id: 'one', title: 'The heading', selector: 'h1' }];
    const tour = await item(team, 'cobrowse', { ...elsewhere, subject: 'Look', config: { steps } });
    const checklist = await item(team, 'checklists', {
      ...elsewhere,
      subject: 'Begin',
      config: { steps: [{ id: 'a', title: 'Say hello' }] },
    });
    const { page, complaints, context } = await world.visit('/started', {
      tag: `data-key="${team.apiToken}"`,
    });
    await part(page, '.launcher').waitFor();
    await repeatUntil(() => call(page, 'startTour', tour.id), part(page, '.card').getByText('The heading'));
    await part(page, '.card').getByRole('button', { name: 'Done' }).click();
    await part(page, '.card').waitFor({ state: 'detached' });
    complaints.length = 0;
    await call(page, 'startTour', tour.id);
    await part(page, '.card').getByText('The heading').waitFor();
    await call(page, 'startChecklist', checklist.id);
    await part(page, '.checklist').getByText('Say hello').waitFor();
    expect(complaints).toEqual([]);
    await call(page, 'startTour', '0123456789abcdef01234567');
    await eventually(() => expect(complaints.join()).toContain('there is no such item for this visitor'));
    await context.close();
  });

  it('shows one item at a time: tour, message, banner, tooltip, checklist; none while it is open', async () => {
    const team = await world.team();
    await item(team, 'checklists', {
      subject: 'Begin',
      config: { steps: [{ id: 'a', title: 'Say hello' }] },
    });
    await item(team, 'tooltips', { ...text('Pay here.'), config: { selector: '#pay' } });
    await item(team, 'banners', text('Free shipping.'));
    await item(team, 'chat-messages', text('May we help?'));
    await item(team, 'cobrowse', {
      subject: 'Look around',
      config: {
        steps: [
          { id: 'one', title: 'The heading', selector: 'h1' },
          { id: 'two', title: 'The end' },
        ],
      },
    });
    const { page, launcher, panel, context } = await world.visit('/many', {
      tag: `data-key="${team.apiToken}"`,
      body: '<button id="pay">Pay</button>',
    });
    const shown = '.items-part > *:not(.ring)';
    const expectOnly = async (words: string): Promise<void> => {
      await part(page, shown).getByText(words).waitFor();
      expect(await part(page, shown).count()).toBe(1);
    };
    await repeatUntil(() => page.reload(), part(page, '.card').getByText('The heading'));
    await expectOnly('The heading');
    await part(page, '.card').getByRole('button', { name: 'Next' }).click();
    await expectOnly('The end');
    await launcher.click();
    await panel.waitFor();
    expect(await part(page, shown).count()).toBe(0);
    await launcher.click();
    // The tour goes on where it was.
    await expectOnly('The end');
    for (const words of ['May we help?', 'Free shipping.', 'Pay here.', 'Say hello']) {
      await part(page, shown).getByRole('button', { name: 'Dismiss' }).click();
      await expectOnly(words);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
  });
});
