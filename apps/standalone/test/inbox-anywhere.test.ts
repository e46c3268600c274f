import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';
import { PASSWORD } from './support/people';

type Texts = Record<string, string>;
const readTexts = (language: string): Texts =>
  JSON.parse(readFileSync(join(__dirname, `../../inbox/src/texts/${language}.json`), 'utf8')) as Texts;

describeWith('chromium')('the inbox in other languages, sizes and directions, and without a mouse', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const read = async ({ id }: Document): Promise<Document> =>
    ok(await team.founder.api.call('GET', `/tickets/${id}`));
  const readMessages = async ({ id }: Document): Promise<[unknown, unknown][]> =>
    ok(await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index`)).map(
      ({ plainContent, isNote }: Document) => [plainContent, isNote],
    );
  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it('is German for a whole day where the browser is: sign-in, list, thread, reply, note, close, settings', async () => {
    const [en, de] = [readTexts('en'), readTexts('de')];
    const german = new Set(Object.values(de));
    const english = Object.values(en).filter((text) => !german.has(text) && !text.includes('{'));
    /** English texts in sight, or in names for screen readers. */
    const foreign = (page: Page): Promise<string[]> =>
      page.evaluate((all) => {
        const unwanted = new Set(all);
        const elements = [...document.body.querySelectorAll('*')];
        const texts = elements.flatMap((one) => [
          ...['aria-label', 'title', 'placeholder', 'aria-description'].map((name) => one.getAttribute(name)),
          ...[...one.childNodes].flatMap((node) => (node.nodeType === 3 ? node.textContent : [])),
        ]);
        return texts.flatMap((text) => (unwanted.has(text?.trim() ?? '') ? (text ?? []) : []));
      }, english);
    const say = (key: string): string => de[key] as string;
    const ticket = await team.write('Ludwig Groß', 'Wo ist meine Rechnung?');
    const context = await world.browser.newContext({
      locale: 'de-DE',
      viewport: { width: 1400, height: 900 },
    });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('parley-inbox-undo-seconds', '0'));
    const button = (key: string): Locator => page.getByRole('button', { name: say(key), exact: true });
    await page.goto(`${world.platform.origin}/inbox`);
    await page.getByRole('textbox', { name: say('sign-in.email') }).fill(team.founder.email);
    await page.getByLabel(say('sign-in.password')).fill(PASSWORD);
    expect(await foreign(page)).toEqual([]);
    await button('sign-in.submit').click();
    await page
      .getByRole('navigation', { name: say('views') })
      .getByRole('link', { name: /^Alle offenen/ })
      .click();
    const rows = page.getByRole('region', { name: say('tickets') }).getByRole('listitem');
    const row = rows.filter({ hasText: 'Ludwig Groß' });
    await row.waitFor();
    await eventually(async () =>
      expect(await row.getAttribute('aria-label')).toBe('Ludwig Groß: Question of Ludwig Groß, ungelesen'),
    );
    await row.getByRole('link').click();
    const conversation = page.getByRole('main', { name: say('conversation') });
    const field = conversation.getByRole('textbox', { name: say('composer.reply') });
    await field.fill('Sie ist unterwegs.');
    await button('composer.send').click();
    const sent = conversation.getByRole('article').filter({ hasText: 'Sie ist unterwegs.' });
    await sent.getByText(say('receipt.unread')).waitFor();
    expect(await foreign(page)).toEqual([]);
    await conversation.getByRole('tab', { name: say('composer.note') }).click();
    await conversation.getByRole('textbox', { name: say('composer.note') }).fill('Kurz prüfen.');
    await button('composer.send').click();
    await button('action.close').click();
    await button('action.reopen').waitFor();
    await page.getByRole('status').getByText(say('action.closed')).waitFor();
    await eventually(async () => expect((await read(ticket))['status']).toBe('DONE'));
    expect(await foreign(page)).toEqual([]);
    for (const key of ['figures', 'settings', 'settings/profile']) {
      await page.goto(`${world.platform.origin}/inbox/${key}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await foreign(page)).toEqual([]);
    }
    await context.close();
  });

  /** Controls that cannot be scrolled into sight, or that something covers. */
  const findUnreachable = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const controls = [...document.querySelectorAll('a, button, input, select, textarea, [tabindex="0"]')];
      return controls
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
        .filter((one) => {
          one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
          const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
          const hit = document.elementFromPoint(x, y);
          return hit === null || !(one.contains(hit) || hit.contains(one) || hit.closest('label') !== null);
        })
        .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.tagName);
    });

  it.each([
    [1280, 900],
    [1366, 768],
  ])(
    'at 200 %% zoom of a window of %i x %i px nothing is unreachable, and no page scrolls sideways',
    async (width, height) => {
      const name = `Zoom ${width}`;
      const ticket = await team.write(name, `A question.\n\n${'Another line of it.\n\n'.repeat(20)}`);
      const { page, rows, openRow, conversation, message, context } = await world.open(
        team.founder,
        '/inbox/all',
        { viewport: { width: width / 2, height: height / 2 }, deviceScaleFactor: 2 },
      );
      const check = async (): Promise<void> => {
        await eventually(async () => expect(await findUnreachable(page)).toEqual([]));
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await accessibilityProblems(page)).toEqual([]);
      };
      await rows.filter({ hasText: name }).waitFor();
      await check();
      await openRow(name);
      await message('A question.').waitFor();
      await check();
      // Enough of the thread is in sight to read it.
      const log = await conversation.getByRole('log').boundingBox();
      expect(log?.height).toBeGreaterThan(100);
      await conversation.getByRole('textbox', { name: 'Reply' }).fill('Seen at 200 %.');
      await conversation.getByRole('button', { name: 'Send', exact: true }).click();
      await message('Seen at 200 %.').waitFor();
      await eventually(async () => expect(await readMessages(ticket)).toHaveLength(2));
      await conversation.getByRole('button', { name: 'Contact' }).click();
      await page.getByRole('complementary', { name: 'Contact' }).waitFor();
      await check();
      for (const path of ['figures', 'settings', 'settings/profile']) {
        await page.goto(`${world.platform.origin}/inbox/${path}`);
        await page.getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle');
        await check();
      }
      await context.close();
    },
  );

  it('shows texts from right to left, and the whole page where its direction is', async () => {
    const question = 'أين طردي؟ رقم الطلب 4711.';
    await team.write('ليلى حداد', question, { title: 'سؤال عن الطرد' });
    await team.write('Lin Park', 'Where is my parcel?');
    const { page, rows, openRow, conversation, message, context } = await world.open(team.founder);
    const direct = (one: Locator): Promise<string> =>
      one.evaluate((element) => getComputedStyle(element).direction);
    const row = rows.filter({ hasText: 'ليلى حداد' });
    for (const part of ['strong', '.title', '.words']) {
      expect(await direct(row.locator(part))).toBe('rtl');
      expect(await direct(rows.filter({ hasText: 'Lin Park' }).locator(part))).toBe('ltr');
    }
    await openRow('ليلى حداد');
    expect(await direct(message(question).locator('.body'))).toBe('rtl');
    expect(await direct(conversation.getByRole('heading', { level: 1 }))).toBe('rtl');
    const field = conversation.getByRole('textbox', { name: 'Reply' });
    expect(await direct(field)).toBe('ltr');
    await field.fill('غدًا، إن شاء الله.');
    expect(await direct(field)).toBe('rtl');
    await field.press('Control+Enter');
    await message('غدًا').locator('time').waitFor();
    expect(await direct(message('غدًا').locator('.body'))).toBe('rtl');
    const left = async (one: Locator): Promise<number> => (await one.boundingBox())?.x ?? NaN;
    for (const width of [1600, 900, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      const box = await conversation.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await eventually(async () => expect(await findUnreachable(page)).toEqual([]));
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1600, height: 800 });
    const columns = [
      page.getByRole('navigation', { name: 'Views' }),
      page.getByRole('region', { name: 'Tickets', exact: true }),
      conversation,
      page.getByRole('complementary', { name: 'Contact' }),
    ];
    const places = await Promise.all(columns.map(left));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    await context.close();
  });

  it('a day without a mouse: sign in, open, reply, note, assign, tag, snooze, close, search, sign out', async () => {
    const colleague = await team.colleague('Alan Turing');
    const ticket = await team.write('Kay Board', 'No mouse here.');
    const context = await world.browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1400, height: 900 },
    });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('parley-inbox-undo-seconds', '0'));
    /** Presses Tab until something has the focus. */
    const tabTo = async (place: Locator): Promise<void> => {
      await place.waitFor();
      for (let steps = 0; steps < 80; steps += 1) {
        if (await place.evaluate((one) => one === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error('Tab does not lead there.');
    };
    const press = (...keys: string[]): Promise<void> =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const conversation = page.getByRole('main', { name: 'Conversation' });
    const menu = (name: string): Locator => page.getByRole('dialog', { name });
    await page.goto(`${world.platform.origin}/inbox`);
    await tabTo(page.getByRole('textbox', { name: 'E-mail' }));
    await page.keyboard.type(team.founder.email);
    await tabTo(page.getByLabel('Password'));
    await page.keyboard.type(PASSWORD);
    await press('Enter');
    await tabTo(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All open/ }));
    await press('Enter');
    const row = page.getByRole('listitem', { name: /^Kay Board/ });
    await row.waitFor();
    await page
      .getByRole('link', { name: 'All open', exact: false })
      .and(page.locator('[aria-current=page]'))
      .waitFor();
    await tabTo(row.getByRole('link'));
    await press('Enter');
    await conversation.getByRole('textbox', { name: 'Reply' }).waitFor();
    await press('r');
    await page.keyboard.type('None needed.');
    await press('Control+Enter');
    await conversation.getByRole('article').filter({ hasText: 'None needed.' }).locator('time').waitFor();
    await press('Escape', 'n');
    await page.keyboard.type('By keys alone.');
    await press('Control+Enter');
    await conversation.getByRole('article').filter({ hasText: 'By keys alone.' }).locator('time').waitFor();
    await press('Escape', 'a');
    await menu('Assign').waitFor();
    await page.keyboard.type('alan');
    await press('Enter');
    await eventually(async () =>
      expect((await read(ticket))['processingUser']).toMatchObject({ id: colleague.id }),
    );
    await press('t');
    await menu('Tags').waitFor();
    await page.keyboard.type('keys');
    await press('Enter', 'Escape');
    await menu('Tags').waitFor({ state: 'detached' });
    await eventually(async () => expect((await read(ticket))['tags']).toEqual(['keys']));
    await press('s');
    await menu('Snooze').waitFor();
    await page.keyboard.type('tomorrow');
    await press('Enter');
    await eventually(async () => expect((await read(ticket))['status']).toBe('SNOOZED'));
    await press('e');
    await eventually(async () => expect((await read(ticket))['status']).toBe('DONE'));
    expect(await readMessages(ticket)).toEqual([
      ['No mouse here.', false],
      ['None needed.', false],
      ['By keys alone.', true],
    ]);
    await press('Escape', '/');
    await page.keyboard.type(`#${ticket['bugId']}`);
    await page
      .getByRole('option', { name: /Kay Board/ })
      .first()
      .waitFor();
    await press('Enter');
    await conversation.getByRole('heading', { level: 1, name: 'Question of Kay Board' }).waitFor();
    await tabTo(page.getByRole('button', { name: 'Account' }));
    await press('Enter');
    await menu('Account').waitFor();
    await tabTo(menu('Account').getByRole('button', { name: 'Sign out' }));
    await press('Enter');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});
