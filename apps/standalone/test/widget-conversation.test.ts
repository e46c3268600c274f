import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import { carries } from './support/widget-calls';
import { talkWith } from './support/widget-talk';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** By how much 200 further messages may let a page grow: kept for good, they would take several times as much. */
const MOST_GROWTH = { heap: 250_000, nodes: 200 };

/** What a page holds once all that nobody needs is gone: bytes of its scripts' objects, and nodes of its document. */
const measurePage = async (page: Page): Promise<{ heap: number; nodes: number }> => {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable');
  await tools.send('HeapProfiler.collectGarbage');
  const { metrics } = await tools.send('Performance.getMetrics');
  await tools.detach();
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes') };
};

describeWith('chromium')('a conversation in the widget', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const { newVisit, write, begin, listMessages, reply, shown } = talkWith(
    () => world,
    () => team,
  );

  it('begins with a message, hears the answer live, marks it read, and shows the team as it types', async () => {
    const visit = await newVisit();
    const { page, panel, complaints, context } = visit;
    const ticket = await begin(visit, 'Where is my order?');
    await eventually(async () => expect(await shown(visit)).toEqual(['Where is my order?']));
    expect(ticket.channel).toMatchObject({ type: 'WIDGET' });
    await eventually(async () => {
      ok(await team.admin.call('POST', `/tickets/${ticket.id}/typing`, { typing: true }));
      expect(await panel.locator('.typing').innerText()).toContain('is typing');
    });
    await reply(ticket.id, 'On its **way**.');
    await panel.getByText('On its **way**.').waitFor();
    expect(await panel.locator('.typing').innerText()).toBe('');
    await reply(ticket.id, 'A note of the team', { isNote: true });
    await reply(ticket.id, 'It arrives tomorrow.');
    await panel.getByText('It arrives tomorrow.').waitFor();
    expect(await panel.innerText()).not.toContain('A note of the team');
    await eventually(async () =>
      expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`)).sessionNotificationsUnread).toBe(
        false,
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows what is unread on its button and tells the page; reading takes it back', async () => {
    const visit = await newVisit(
      "window.counts = []; parley('on', 'unread', ({ count }) => counts.push(count));",
    );
    const { page, launcher, panel, context } = visit;
    const ticket = await begin(visit, 'Anyone there?');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    await launcher.click();
    await reply(ticket.id, 'Yes.');
    await page.locator('parley-widget .badge').waitFor();
    expect(await launcher.getAttribute('aria-label')).toBe('Open help, unread messages: 1');
    await page.reload();
    await page.locator('parley-widget .badge').waitFor();
    await launcher.click();
    await panel.getByRole('button', { name: /Unread: 1/ }).click();
    await panel.getByText('Yes.').waitFor();
    await eventually(async () => expect(await page.locator('parley-widget .badge').count()).toBe(0));
    await eventually(async () =>
      expect(await page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts)).toEqual([
        1, 0,
      ]),
    );

    // Where the widget covers the page it is a modal dialog, and screen readers ignore what is outside of it.
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.getByRole('button', { name: 'Back' }).click();
    await reply(ticket.id, 'Here we are.');
    const heard = page.locator('parley-widget [role=status][aria-atomic=false]');
    await eventually(async () => expect(await heard.innerText()).toContain('Here we are.'));
    expect(await panel.getAttribute('aria-modal')).toBe('true');
    expect(await panel.locator('[role=status][aria-atomic=false]').count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    // It was heard.
    expect(await heard.innerText()).toBe('');
    await context.close();
  });

  it('counts a live message as unread although an older answer comes after it', async () => {
    const visit = await newVisit(
      "window.counts = []; parley('on', 'unread', ({ count }) => counts.push(count));",
    );
    const { page, launcher, panel, context } = visit;
    const ticket = await begin(visit, 'Are you there?');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    await panel.getByRole('button', { name: 'Back' }).click();
    const read = Promise.withResolvers<void>();
    const arrives = Promise.withResolvers<void>();
    const isRead = carries(`/shared/conversations/${ticket.id}`, 'GET');
    let isHeld = false;
    await page.route('**/shared/batch', async (route) => {
      if (isHeld || !isRead(route.request())) return route.continue();
      isHeld = true;
      const response = await route.fetch();
      read.resolve();
      await arrives.promise;
      await route.fulfill({ response });
    });
    await panel.getByRole('button', { name: /Are you there/ }).click();
    await read.promise;
    await launcher.click();
    await reply(ticket.id, 'Yes.');
    await page.locator('parley-widget .badge').waitFor();
    const answered = page.waitForResponse((response) => isRead(response.request()));
    arrives.resolve();
    await answered;
    await reply(ticket.id, 'We are.');
    const counts = () => page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
    await eventually(async () => expect((await counts()).at(-1)).toBe(2));
    expect(await counts()).toEqual([1, 2]);
    await context.close();
  });

  it('keeps what is written offline, also over a reload, and sends it once and in order', async () => {
    const visit = await newVisit();
    const { page, panel, launcher, context } = visit;
    const ticket = await begin(visit, 'first');
    await eventually(async () => expect(await shown(visit)).toEqual(['first']));
    // The answer is lost after the platform has the message: it is sent again and stored once.
    const isMessage = carries(/^\/shared\/conversations\/\w+\/messages$/, 'POST');
    await page.route('**/shared/batch', async (route) => {
      if (!isMessage(route.request())) return route.continue();
      await route.fetch();
      await route.abort();
      await page.unroute('**/shared/batch');
    });
    await write(visit, 'second');
    await eventually(async () => expect(await shown(visit)).toEqual(['first', 'second']));

    await context.setOffline(true);
    await write(visit, 'third');
    await write(visit, 'fourth');
    await panel.getByText('No connection.').waitFor();
    await eventually(async () => expect(await panel.locator('.waiting').count()).toBe(2));
    expect(await listMessages(ticket.id)).toEqual(['first', 'second']);
    await context.setOffline(false);
    await page.reload();
    await launcher.waitFor();
    await eventually(async () =>
      expect(await listMessages(ticket.id)).toEqual(['first', 'second', 'third', 'fourth']),
    );
    await launcher.click();
    await panel.locator('.row').first().click();
    await eventually(async () => expect(await shown(visit)).toEqual(['first', 'second', 'third', 'fourth']));
    await context.close();
  });

  it('sends a file with a message, and refuses one above 20 MB before it leaves', async () => {
    const visit = await newVisit();
    const { panel, context } = visit;
    await visit.launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const field = panel.locator('input[type=file]');
    await field.setInputFiles({
      name: 'big.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(21 * 1024 * 1024),
    });
    await panel.getByText('big.png is larger than 20 MB.').waitFor();
    await panel.getByRole('button', { name: 'Remove big.png' }).click();
    await field.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PICTURE });
    await eventually(async () => expect(await panel.locator('.composer progress').count()).toBe(0));
    await write(visit, 'Look at this');
    const link = panel.getByRole('link', { name: 'picture.png' });
    await link.waitFor();
    const href = (await link.getAttribute('href')) ?? '';
    expect(Buffer.from(await (await fetch(href)).arrayBuffer())).toEqual(PICTURE);
    await context.close();
  });

  it('says why a file was not uploaded, and tries again; what is written goes out without it', async () => {
    const visit = await newVisit();
    const { panel, context } = visit;
    await visit.launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    const files = panel.locator('.composer .files li');
    const field = panel.locator('input[type=file]');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(2_000)}${'</g>'.repeat(2_000)}</svg>`;
    await field.setInputFiles({ name: 'deep.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await panel.getByText('deep.svg could not be uploaded. ').waitFor();
    expect(await files.innerText()).toMatch(/^deep\.svg could not be uploaded\. \S+/);
    await panel.getByRole('button', { name: 'Remove deep.svg' }).click();

    await context.setOffline(true);
    await field.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: PICTURE });
    await panel.getByText('picture.png could not be uploaded.').waitFor();
    await write(visit, 'Without a picture');
    await context.setOffline(false);
    await eventually(async () => expect(await shown(visit)).toEqual(['Without a picture']));
    const again = panel.getByRole('button', { name: 'Try again' });
    await again.click();
    await again.waitFor({ state: 'detached' });
    await eventually(async () => expect(await panel.locator('.composer progress').count()).toBe(0));
    // Chosen files stay when the widget is closed, as text does.
    await panel.getByRole('button', { name: 'Close' }).click();
    await visit.launcher.click();
    expect(await files.allInnerTexts()).toEqual([expect.stringMatching(/^picture\.png\s*✕$/)]);
    await write(visit, 'With it');
    await panel.getByRole('link', { name: 'picture.png' }).waitFor();
    expect(await files.count()).toBe(0);
    await context.close();
  });

  it('shows the newest page of a long conversation, and earlier ones when asked', async () => {
    const visit = await newVisit();
    const { page, panel, launcher, context } = visit;
    const ticket = await begin(visit, 'message 0');
    for (let n = 1; n < 75; n += 1) await reply(ticket.id, `message ${n}`);
    await page.reload();
    await launcher.click();
    await panel.locator('.row').first().click();
    const numbers = async (): Promise<number[]> =>
      (await shown(visit)).map((text) => Number(text.replace('message ', '')));
    const range = (from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, index) => from + index);
    await eventually(async () => expect(await numbers()).toEqual(range(44, 75)));
    const earlier = panel.getByRole('button', { name: 'Show earlier messages' });
    await earlier.click();
    await eventually(async () => expect(await numbers()).toEqual(range(14, 75)));
    await earlier.click();
    await eventually(async () => expect(await numbers()).toEqual(range(0, 75)));
    expect(await earlier.count()).toBe(0);
    await context.close();
  });

  it('keeps the newest 200 messages of a conversation that goes on, no more memory, and earlier ones can be asked for', async () => {
    const visit = await newVisit();
    const { page, panel, context } = visit;
    const ticket = await begin(visit, 'line 0');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    const lines = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, index) => `line ${from + index}`);
    const talk = async (from: number, to: number): Promise<void> => {
      for (const line of lines(from, to)) await reply(ticket.id, line);
      await eventually(async () => expect(await shown(visit)).toEqual(lines(to - 200, to)));
    };
    await talk(1, 205);
    const before = await measurePage(page);
    await talk(205, 405);
    // A browser lets go of compiled code and the like in its own time; what is kept of messages would stay.
    await eventually(async () => {
      const after = await measurePage(page);
      expect(after.nodes - before.nodes).toBeLessThan(MOST_GROWTH.nodes);
      expect(after.heap - before.heap).toBeLessThan(MOST_GROWTH.heap);
    });
    await panel.getByRole('button', { name: 'Show earlier messages' }).click();
    await eventually(async () => expect((await shown(visit)).slice(0, 31)).toEqual(lines(175, 206)));
    await context.close();
  }, 240_000);

  it('hears the team also after a sign-in to the live connection failed', async () => {
    const visit = await newVisit();
    const { page, panel, context } = visit;
    let failed = 0;
    const isSignIn = carries('/users/me/session-auth');
    await page.route('**/shared/batch', async (route) => {
      if (!isSignIn(route.request())) return route.continue();
      failed += 1;
      if (failed > 2) return route.continue();
      return failed === 1 ? route.abort() : route.fulfill({ status: 503, json: { code: 'unavailable' } });
    });
    const ticket = await begin(visit, 'Can you hear me?');
    await eventually(async () => expect(await shown(visit)).toEqual(['Can you hear me?']));
    await eventually(() => expect(failed).toBeGreaterThan(0));
    await reply(ticket.id, 'We can.');
    await panel.getByText('We can.').waitFor();
    await reply(ticket.id, 'Still.');
    await panel.getByText('Still.').waitFor();
    await context.close();
  });

  it('is heard only once the visitor has asked for sound', async () => {
    const visit = await newVisit();
    const { page, panel, context } = visit;
    const played = (): Promise<number> =>
      page.evaluate(() => (globalThis as unknown as { played: number }).played);
    await context.addInitScript(() => {
      const counts = globalThis as unknown as { played: number };
      counts.played = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) {
        counts.played += 1;
        start.apply(this, when);
      };
    });
    await page.reload();
    const ticket = await begin(visit, 'Ring me');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    await reply(ticket.id, 'Unheard');
    await panel.getByText('Unheard').waitFor();
    await panel.getByRole('button', { name: 'Back' }).click();
    expect(await played()).toBe(0);
    await panel.getByRole('button', { name: 'Turn sound on' }).click();
    // What was asked for is heard at once.
    await eventually(async () => expect(await played()).toBe(1));
    await panel.locator('.row').first().click();
    await reply(ticket.id, 'Heard');
    await panel.getByText('Heard', { exact: true }).waitFor();
    await eventually(async () => expect(await played()).toBe(2));
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Turn sound off' }).click();
    await panel.locator('.row').first().click();
    await reply(ticket.id, 'Unheard again');
    await panel.getByText('Unheard again').waitFor();
    expect(await played()).toBe(2);
    await context.close();
  });

  it('is rated once it is closed', async () => {
    const visit = await newVisit();
    const { panel, page, context } = visit;
    const ticket = await begin(visit, 'Thanks');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    const { token } = ok(await team.admin.call('POST', '/service-accounts', { name: 'Shop' }));
    ok(await world.anonymous.as({ token }).call('POST', `/s2s/conversations/${ticket.id}/close`));
    await panel.getByText('This conversation is closed.').waitFor();
    expect(await panel.getByLabel('Your message').count()).toBe(0);
    await panel.getByRole('button', { name: '9 of 10' }).click();
    await panel.getByText('Thank you for your rating.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const conversation = ok(
      await world.anonymous.as({ token }).call('GET', `/s2s/conversations/${ticket.id}`),
    );
    expect(conversation.rating).toBe(9);
    await context.close();
  });

  it('goes along when the guest turns out to be a known contact, in both tabs', async () => {
    const visit = await newVisit();
    const { page, panel, context } = visit;
    const ticket = await begin(visit, 'Before signing in');
    await eventually(async () => expect(await shown(visit)).toHaveLength(1));
    ok(await team.admin.call('POST', '/sessions', { userId: 'known', name: 'Known' }));
    const other = await world.visit('/other-tab', { tag: `data-key="${team.apiToken}"` }, context);
    await other.launcher.waitFor();
    await page.evaluate(
      (profile) =>
        (globalThis as unknown as { parley: (call: string, profile: object) => void }).parley(
          'identify',
          profile,
        ),
      { userId: 'known', userHash: team.signUserId('known') },
    );
    await eventually(async () =>
      expect(ok(await team.admin.call('GET', `/tickets/${ticket.id}`)).session.userId).toBe('known'),
    );
    await panel.locator('.row', { hasText: 'Before signing in' }).waitFor();
    await other.launcher.click();
    await other.panel.locator('.row', { hasText: 'Before signing in' }).click();
    await write(other, 'From the other tab');
    await eventually(async () =>
      expect(await listMessages(ticket.id)).toEqual(['Before signing in', 'From the other tab']),
    );
    await context.close();
  });
});
