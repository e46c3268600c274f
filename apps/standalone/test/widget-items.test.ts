import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Locator, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { carries, listCalls } from './support/widget-calls';
import { type ShopTeam, startWidgetWorld, type Visit, type WidgetWorld } from './support/widget-world';

const isDueRead = carries(/^\/shared\/engagements\?/);
const text = (message: string): object => ({ message: { localized: { en: message } } });

describeWith('chromium')('what the team shows visitors by the widget', () => {
  let world: WidgetWorld;
  beforeAll(async () => {
    world = await startWidgetWorld();
  });
  afterAll(() => world.stop());

  const item = async ({ admin }: ShopTeam, path: string, fields: object): Promise<Document> =>
    ok(await admin.call('POST', `/engagement/${path}`, { name: 'Item', status: 'live', ...fields }));
  const statistics = async ({ admin }: ShopTeam, id: string): Promise<Document> =>
    ok(await admin.call('GET', `/engagements/${id}/statistics`));
  const part = (page: Page, selector: string): Locator => page.locator(`parley-widget ${selector}`);
  const call = (page: Page, ...args: unknown[]): Promise<unknown> =>
    page.evaluate((given) => {
      (globalThis as unknown as { parley: (...call: unknown[]) => unknown }).parley(...given);
    }, args);
  /** Opens a page once, in the project of this team, and counts what it reports. */
  const visit = async (team: ShopTeam, path: string, body = ''): Promise<Visit & { reports: string[] }> => {
    const context = await world.browser.newContext({ locale: 'en-GB' });
    const reports: string[] = [];
    context.on('request', (request) => {
      for (const { path: to, body: report } of listCalls(request))
        if (/\/engagements\/.*\/events$/.test(to)) reports.push(JSON.stringify(report));
    });
    const opened = await world.visit(path, { tag: `data-key="${team.apiToken}"`, body }, context);
    return { ...opened, reports };
  };

  it('shows a banner, tells once that it was seen, and takes it away by keyboard for good', async () => {
    const team = await world.team();
    const { id } = await item(team, 'banners', text('Free shipping until Sunday.'));
    const { page, launcher, reports, complaints, context } = await visit(team, '/banner');
    await part(page, '.banner').getByText('Free shipping until Sunday.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(() => expect(reports).toEqual(['{"event":"seen"}']));
    await page.reload();
    await part(page, '.banner').waitFor();
    const dismiss = part(page, '.banner').getByRole('button', { name: 'Dismiss' });
    await dismiss.focus();
    // Of a word that is being composed.
    await dismiss.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    expect(await part(page, '.banner').count()).toBe(1);
    await page.keyboard.press('Escape');
    await part(page, '.banner').waitFor({ state: 'detached' });
    await eventually(() => expect(reports).toEqual(['{"event":"seen"}', '{"event":"dismissed"}']));
    const answered = page.waitForResponse((response) => isDueRead(response.request()));
    await page.reload();
    expect(await (await answered).json()).toMatchObject([{ status: 200, body: [] }]);
    await launcher.waitFor();
    expect(await part(page, '.banner').count()).toBe(0);
    await eventually(async () =>
      expect(await statistics(team, id)).toMatchObject({
        seen: { unique: 1, total: 1 },
        dismissed: { unique: 1, total: 1 },
        clicked: { total: 0 },
      }),
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('follows page rules when an application changes its address by itself', async () => {
    const team = await world.team();
    await item(team, 'banners', {
      ...text('Only at the till.'),
      pageRules: [{ pageFilter: '/till', pageFilterType: 'contains' }],
    });
    const { page, launcher, context } = await visit(team, '/application');
    await launcher.waitFor();
    expect(await part(page, '.banner').count()).toBe(0);
    // A platform that is away for a moment is asked again.
    const away = { status: 503, contentType: 'application/json', body: '{"code":"unavailable"}' };
    let refused = 0;
    await page.route('**/shared/batch', (route) => {
      if (refused > 0 || !isDueRead(route.request())) return route.continue();
      refused += 1;
      return route.fulfill({ ...away, headers: { 'access-control-allow-origin': '*' } });
    });
    await page.evaluate(() => history.pushState({}, '', '/application/till'));
    await part(page, '.banner').getByText('Only at the till.').waitFor();
    expect(refused).toBe(1);
    await page.goBack();
    await part(page, '.banner').waitFor({ state: 'detached' });
    await context.close();
  });

  it('shows a chat message whose answer becomes a conversation that opens', async () => {
    const team = await world.team();
    const { id } = await item(team, 'chat-messages', { ...text('May we help?'), sender: { name: 'Grace' } });
    const { page, panel, context } = await visit(team, '/chat');
    const chat = part(page, '.chat');
    await chat.getByText('Grace').waitFor();
    // An application that notes something in its address leaves the visitor's text.
    await chat.getByLabel('Your message').pressSequentially('Yes');
    const answered = page.waitForResponse((response) => isDueRead(response.request()));
    await page.evaluate(() => history.replaceState({}, '', '?scrolled=1'));
    await answered;
    await page.keyboard.type(' please');
    expect(await chat.getByLabel('Your message').inputValue()).toBe('Yes please');
    expect(await accessibilityProblems(page)).toEqual([]);
    await chat.getByRole('button', { name: 'Reply' }).click();
    await panel.getByText('Yes please').waitFor();
    await panel.getByText('May we help?').waitFor();
    await eventually(async () =>
      expect(await statistics(team, id)).toMatchObject({
        seen: { total: 1 },
        clicked: { total: 1 },
        replied: { total: 1 },
      }),
    );
    await context.close();
  });

  it('shows a tooltip at its element while that is there', async () => {
    const team = await world.team();
    await item(team, 'tooltips', { ...text('Pay here.'), config: { selector: '#pay' } });
    await item(team, 'tooltips', { ...text('No such selector.'), config: { selector: ':::' } });
    const { page, complaints, context } = await visit(team, '/tooltip', '<button id="pay">Pay</button>');
    const tooltip = part(page, '.card');
    await tooltip.getByText('Pay here.').waitFor();
    const [own, target] = [await tooltip.boundingBox(), await page.locator('#pay').boundingBox()];
    expect(own?.y).toBeGreaterThanOrEqual((target?.y ?? 0) + (target?.height ?? 0));
    await page.evaluate(() => document.querySelector('#pay')?.remove());
    await tooltip.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leads through a tour by keyboard, step by step, and tells each step and its end once', async () => {
    const team = await world.team();
    const { id } = await item(team, 'cobrowse', {
      subject: { localized: { en: 'Look around' } },
      config: {
        steps: [
          { id: 'one', title: 'The heading', selector: 'h1', message: 'It <b>says</b> what this is.' },
          { id: 'two', title: 'The end' },
        ],
      },
    });
    const { page, reports, context } = await visit(team, '/tour');
    const card = part(page, '.card');
    await card.getByText('The heading').waitFor();
    expect(await part(page, '.ring').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole('button', { name: 'Next' }).press('Enter');
    await card.getByText('The end').waitFor();
    await card.getByRole('button', { name: 'Done' }).press('Enter');
    await card.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await statistics(team, id)).toMatchObject({
        completed: { total: 1 },
        steps: [
          { id: 'one', completed: 1 },
          { id: 'two', completed: 1 },
        ],
      }),
    );
    expect([...reports].sort()).toEqual(
      [
        '{"event":"seen"}',
        '{"event":"step","stepId":"one"}',
        '{"event":"step","stepId":"two"}',
        '{"event":"completed"}',
      ].sort(),
    );
    await context.close();
  });

  it('tells what a visitor passes before the browser paints it', async () => {
    const team = await world.team();
    const { page, launcher, reports, context } = await visit(team, '/quick');
    await launcher.waitFor();
    await page.evaluate(() => {
      const root = document.querySelector('parley-widget')?.shadowRoot;
      if (!root) throw new Error('The widget has no shadow root');
      const pass = (): void => root.querySelector<HTMLElement>('.card .act')?.click();
      new MutationObserver(pass).observe(root, { childList: true, subtree: true, characterData: true });
    });
    const { id } = await item(team, 'cobrowse', {
      config: { steps: ['one', 'two', 'three'].map((step) => ({ id: step, title: step })) },
    });
    await eventually(async () => {
      await page.evaluate(() => history.pushState({}, '', `?${Math.random()}`));
      expect(reports).not.toEqual([]);
    });
    await eventually(async () =>
      expect(await statistics(team, id)).toMatchObject({
        seen: { total: 1 },
        completed: { total: 1 },
        steps: ['one', 'two', 'three'].map((step) => ({ id: step, completed: 1 })),
      }),
    );
    expect(reports).toHaveLength(5);
    await context.close();
  });

  it('takes the focus from nobody: who writes in the page goes on writing, and hears of what came', async () => {
    const team = await world.team();
    const body = '<input id="field"><div style="height: 3000px"></div><p id="below">Below</p>';
    const { page, launcher, context } = await visit(team, '/writing', body);
    await launcher.waitFor();
    await page.locator('#field').focus();
    await page.keyboard.type('I was ');
    await item(team, 'banners', text('Free shipping until Sunday.'));
    const appears = (selector: string): Promise<void> =>
      eventually(async () => {
        await page.evaluate(() => history.pushState({}, '', `?${Math.random()}`));
        await part(page, selector).waitFor({ timeout: 3_000 });
      });
    await appears('.banner');
    await page.keyboard.type('still ');
    await item(team, 'cobrowse', {
      subject: { localized: { en: 'Look around' } },
      config: { steps: [{ id: 'one', title: 'Down there', selector: '#below' }] },
    });
    await part(page, '.banner').getByRole('button', { name: 'Dismiss' }).dispatchEvent('click');
    await appears('.card');
    await page.keyboard.type('writing.');
    expect(await page.locator('#field').inputValue()).toBe('I was still writing.');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // What comes at once is heard one after the other.
    await eventually(async () => {
      const heard = await part(page, '.launcher [role=status]').innerText();
      for (const one of ['Free shipping', 'Look around']) expect(heard).toContain(one);
    });
    await context.close();
  });

  it('shows a checklist whose steps are marked by hand or by what the page tells', async () => {
    const team = await world.team();
    const { id } = await item(team, 'checklists', {
      subject: { localized: { en: 'First steps' } },
      config: {
        steps: [
          { id: 'profile', title: 'Fill in your profile' },
          { id: 'order', title: 'Place an order', eventTrigger: 'order placed', allowMarkDone: false },
        ],
      },
    });
    const { page, context } = await visit(team, '/checklist');
    const list = part(page, '.checklist');
    await list.getByText('0 of 2 done').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await list.getByRole('button', { name: 'Mark “Fill in your profile” as done' }).click();
    await list.getByText('1 of 2 done').waitFor();
    expect(await list.getByRole('button', { name: /Place an order/ }).count()).toBe(0);
    await call(page, 'track', 'order placed');
    await list.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await statistics(team, id)).toMatchObject({ completed: { total: 1 } }),
    );
    await context.close();
  });
});
