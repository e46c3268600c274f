import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Locator } from 'playwright-core';
import { ok } from './support/api';
import { importTickets, ticketsToImport } from './support/imports';
import { type InboxTeam, type InboxWindow, type InboxWorld, startInboxWorld } from './support/inbox-world';
import { newAddress } from './support/people';

const MANY = 10_000;

describeWith('chromium')('the list of the inbox', () => {
  let world: InboxWorld;
  beforeAll(async () => {
    world = await startInboxWorld();
  });
  afterAll(() => world.stop());

  const read = async (team: InboxTeam, id: string) =>
    ok(await team.founder.api.call('GET', `/tickets/${id}`));
  const bar = ({ page }: InboxWindow) => page.getByRole('toolbar', { name: 'Marked tickets' });
  const mark = async (window: InboxWindow, contact: string): Promise<void> => {
    await window.rows
      .filter({ hasText: contact })
      .getByRole('checkbox', { name: `Mark ${contact}: Question of ${contact}` })
      .check();
  };
  const writeAll = (team: InboxTeam, names: readonly string[]) =>
    Promise.all(names.map((name) => team.write(name, `Hello from ${name}`)));

  it('scrolls through 10,000 tickets by wheel and keyboard; only the rows in sight exist, and nothing shifts', async () => {
    const team = await world.team();
    const tickets = ticketsToImport('Many', Date.UTC(2026, 0, 1), MANY);
    await importTickets(team.founder.api, tickets);
    const window = await world.open(team.founder);
    const { page, rows, context } = window;
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((seen) => {
        for (const entry of seen.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.push(entry.value);
      }).observe({ type: 'layout-shift', buffered: false });
    });
    await rows.first().waitFor();
    const open = tickets.filter(({ isClosed }) => !isClosed);
    await page.getByText(`${open.length} tickets`).waitFor();
    const list = page.getByRole('list', { name: 'Tickets' });
    const positions = () =>
      list
        .getByRole('listitem')
        .evaluateAll((items) => items.map((item) => Number(item.getAttribute('aria-posinset'))));
    const settle = async (isThere: (seen: number[]) => boolean): Promise<void> => {
      await eventually(async () => {
        const seen = await positions();
        expect(isThere(seen)).toBe(true);
        expect(await list.locator('[aria-busy=true]').count()).toBe(0);
      });
      expect((await positions()).length).toBeLessThanOrEqual(40);
    };
    // To the middle by the wheel.
    await list.hover({ position: { x: 50, y: 200 } });
    const middle = open.length / 2;
    await page.mouse.wheel(0, middle * 96);
    await settle((seen) => seen.some((position) => Math.abs(position - middle) < 30));
    // To the end and back by the keyboard.
    await page.getByRole('group', { name: 'Rows of tickets' }).focus();
    await page.keyboard.press('End');
    await settle((seen) => seen.includes(open.length));
    await eventually(async () =>
      expect(await list.getByRole('listitem').last().innerText()).toContain(open[0]?.externalId),
    );
    await page.keyboard.press('Home');
    await settle((seen) => seen.includes(1));
    // And a long way row by row: held down, the key goes on.
    for (let step = 0; step < 120; step += 1) await page.keyboard.press('j');
    await settle((seen) => seen.includes(120));
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
    // All of them, by the view as a filter.
    await page.keyboard.press('x');
    await bar(window)
      .getByRole('button', { name: `Mark all ${open.length} in this view` })
      .click();
    await bar(window).getByText(`${open.length} marked`).waitFor();
    expect(await bar(window).getByRole('button', { name: 'Reply to all' }).count()).toBe(0);
    await bar(window).getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await page.getByRole('dialog', { name: `Change ${open.length} tickets?` }).waitFor();
    await page.getByRole('button', { name: 'Change all' }).click();
    await page.getByRole('status').getByText(`${open.length} tickets changed.`).waitFor({ timeout: 120_000 });
    const { totalCount } = ok(await team.founder.api.call('GET', '/tickets?priority=LOW&limit=1'));
    expect(totalCount).toBe(open.length);
    await context.close();
  }, 400_000);

  it('closes, assigns, snoozes, tags and prioritises marked rows, and undoes the closing', async () => {
    const team = await world.team();
    const colleague = await team.colleague('Alan Turing');
    const [one, two, three] = await writeAll(team, ['Lin Park', 'Noor Haddad', 'Ines Costa']);
    const window = await world.open(team.founder);
    const { page, rows, context } = window;
    const markBoth = async (): Promise<void> => {
      await mark(window, 'Lin Park');
      await mark(window, 'Noor Haddad');
      await bar(window).getByText('2 marked').waitFor();
    };
    const both = async (field: string): Promise<unknown[]> => [
      (await read(team, one?.id))[field],
      (await read(team, two?.id))[field],
    ];
    await rows.nth(2).waitFor();
    await markBoth();
    expect(await accessibilityProblems(page)).toEqual([]);
    await bar(window).getByRole('button', { name: 'Assign' }).click();
    await window.pick('alan');
    await eventually(async () =>
      expect(await both('processingUser')).toMatchObject([{ id: colleague.id }, { id: colleague.id }]),
    );
    await bar(window).waitFor({ state: 'detached' });
    await markBoth();
    await page.keyboard.press('t');
    await window.pick('parcel');
    await eventually(async () => expect(await both('tags')).toEqual([['parcel'], ['parcel']]));
    await markBoth();
    await bar(window).getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await eventually(async () => expect(await both('priority')).toEqual(['HIGH', 'HIGH']));
    await bar(window).waitFor({ state: 'detached' });
    await markBoth();
    await bar(window).getByRole('button', { name: 'Close' }).click();
    await eventually(async () => expect(await both('status')).toEqual(['DONE', 'DONE']));
    await eventually(async () => expect(await rows.count()).toBe(1));
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await both('status')).toEqual(['OPEN', 'OPEN']));
    await eventually(async () => expect(await rows.count()).toBe(3));
    await markBoth();
    await bar(window).getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('option', { name: /^Tomorrow/ }).click();
    await eventually(async () => expect(await both('status')).toEqual(['SNOOZED', 'SNOOZED']));
    expect(await read(team, three?.id)).toMatchObject({ status: 'OPEN', tags: [], priority: 'MEDIUM' });
    await context.close();
  });

  it('replies to all marked tickets once, also when it is sent again after a failure', async () => {
    const team = await world.team();
    const written = await writeAll(team, ['Lin Park', 'Noor Haddad']);
    const window = await world.open(team.founder);
    const { page, rows, context } = window;
    await rows.nth(1).waitFor();
    await mark(window, 'Lin Park');
    await bar(window).getByRole('button', { name: 'Mark all 2 in this view' }).click();
    await bar(window).getByRole('button', { name: 'Reply to all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reply to all' });
    await dialog.getByRole('textbox', { name: 'Your reply' }).fill('All orders leave today.');
    expect(await accessibilityProblems(page)).toEqual([]);
    // The answer to the first try is lost.
    let isFirst = true;
    await page.route(/bulk-reply|bulk\/reply/, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Send to all' }).click();
    await page.getByRole('status').getByText('2 replies sent.').waitFor();
    expect(isFirst).toBe(false);
    for (const { id } of written) {
      const messages = ok(await team.founder.api.call('GET', `/messages?ticket=${id}`)) as {
        plainContent: string;
      }[];
      expect(messages.filter(({ plainContent }) => plainContent === 'All orders leave today.')).toHaveLength(
        1,
      );
    }
    await context.close();
  });

  it('names the tickets that a change of many missed, and leaves them marked', async () => {
    const team = await world.team();
    const [gone] = await writeAll(team, ['Lin Park', 'Noor Haddad']);
    const window = await world.open(team.founder);
    const { page, rows, context } = window;
    await rows.nth(1).waitFor();
    await mark(window, 'Lin Park');
    await mark(window, 'Noor Haddad');
    // Another window deletes one, and this one has not heard of it.
    await page.route(/bulk/, async (route) => {
      ok(await team.founder.api.call('DELETE', `/tickets/${gone?.id}`));
      await route.continue();
    });
    await bar(window).getByRole('button', { name: 'Close' }).click();
    await page
      .getByRole('status')
      .getByText(/^1 of 2 failed and stay marked: .*ticket_not_found/)
      .waitFor();
    await page.getByRole('status').getByText('1 ticket changed.').waitFor();
    await bar(window).getByText('1 marked').waitFor();
    await bar(window).getByRole('button', { name: 'Clear' }).click();
    await bar(window).waitFor({ state: 'detached' });
    await context.close();
  });

  it('shows the newest activity first or who waits longest, and keeps the choice', async () => {
    const team = await world.team();
    const answered = await team.write('Lin Park', 'The first question.');
    const waiting = await team.write('Noor Haddad', 'The second question.');
    await team.write('Ines Costa', 'The third question.');
    ok(await team.founder.api.call('POST', '/messages', { ticket: answered.id, comment: 'Here it is.' }));
    // Who asks again waits since the first time.
    await team.answer(waiting, 'Anybody there?');
    const { page, rows, context } = await world.open(team.founder);
    const order = page.getByRole('combobox', { name: 'Order' });
    const shows = (chosen: string, contacts: readonly string[]): Promise<void> =>
      eventually(async () => {
        await eventually(async () => expect(await order.locator('option:checked').innerText()).toBe(chosen));
        const shown = await rows.evaluateAll((all) =>
          all
            .map((row) => ({ top: row.getBoundingClientRect().top, name: row.getAttribute('aria-label') }))
            .sort((one, other) => one.top - other.top)
            .map(({ name }) => name?.split(':')[0]),
        );
        expect(shown).toEqual(contacts);
      });
    await shows('Newest activity first', ['Noor Haddad', 'Lin Park', 'Ines Costa']);
    await order.selectOption('Oldest waiting first');
    const longest = ['Noor Haddad', 'Ines Costa', 'Lin Park'];
    await shows('Oldest waiting first', longest);
    await page.reload();
    await shows('Oldest waiting first', longest);
    await order.selectOption('Newest activity first');
    await shows('Newest activity first', ['Noor Haddad', 'Lin Park', 'Ines Costa']);
    await context.close();
  });

  it('shows in a row the latest words, the assignee and the time left to answer, in another colour once it is over', async () => {
    const { founder } = await world.team();
    const promise = async (name: string, sla: number): Promise<void> => {
      const userId = newAddress(name);
      const { id: session } = ok(await founder.api.call('POST', '/sessions', { name, userId }));
      ok(await founder.api.call('PUT', `/sessions/${session}`, { sla }));
      const { id: ticket } = ok(await founder.api.call('POST', '/tickets', { title: 'A question', session }));
      for (const comment of ['The first words.', `The latest words of ${name}.`])
        ok(await founder.api.call('POST', '/messages', { ticket, session, comment }));
      ok(await founder.api.call('PUT', `/tickets/${ticket}`, { processingUser: founder.id }));
    };
    await promise('Lin Park', 60);
    await promise('Noor Haddad', 600);
    const { page, rows, context } = await world.open(founder);
    const row = rows.filter({ hasText: 'Lin Park' });
    await row.waitFor();
    await eventually(async () =>
      expect(await row.locator('.words').innerText()).toBe('The latest words of Lin Park.'),
    );
    await eventually(async () => expect(await row.locator('.assignee').innerText()).toBe('Ada Founder'));
    const due = row.locator('.due');
    const later = rows.filter({ hasText: 'Noor Haddad' }).locator('.due');
    const colourOf = (element: Locator): Promise<string> =>
      element.evaluate((one) => getComputedStyle(one).color);
    await eventually(async () => expect(await due.innerText()).toMatch(/^5\dm left$/));
    await eventually(async () => expect(await later.innerText()).toBe('9h left'));
    expect(await colourOf(due)).toBe(await colourOf(later));
    await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
    await page.reload();
    await eventually(async () => expect(await due.innerText()).toBe('1h over'));
    await eventually(async () => expect(await later.innerText()).toBe('7h left'));
    await eventually(async () => expect(await due.getAttribute('class')).toContain('over'));
    expect(await colourOf(due)).not.toBe(await colourOf(later));
    await context.close();
  });

  it('shows in a row who has it open, who writes, its tags, channel and time left', async () => {
    const team = await world.team();
    const colleague = await team.colleague('Barbara Liskov');
    const overdue = { slaDueAt: undefined, tags: ['billing', 'vip', 'a', 'b'], channel: { type: 'EMAIL' } };
    const { id } = await team.write('Lin Park', 'My invoice', overdue);
    const [one, two] = await Promise.all([world.open(team.founder), world.open(colleague)]);
    const row = one.rows.filter({ hasText: 'Lin Park' });
    await row.waitFor();
    await eventually(async () => expect(await row.innerText()).toMatch(/e-mail\s*billing\s*vip\s*a\s*\+1/));
    await two.openRow('Lin Park');
    await row.getByTitle('Barbara Liskov has this open').waitFor();
    await two.conversation.getByRole('textbox', { name: 'Reply' }).pressSequentially('Dear');
    await row.getByText('Barbara Liskov is writing…').waitFor();
    await two.context.close();
    await row.getByTitle('Barbara Liskov has this open').waitFor({ state: 'detached', timeout: 90_000 });
    expect((await read(team, id)).status).toBe('OPEN');
    await one.context.close();
  });

  it('saves the open view with filters, for oneself or the team, and counts it', async () => {
    const team = await world.team();
    const colleague = await team.colleague('Grace Hopper');
    await team.write('Lin Park', 'High', { priority: 'HIGH', tags: ['vip'] });
    await team.write('Noor Haddad', 'Low', { priority: 'LOW' });
    const window = await world.open(team.founder);
    const { page, rows, views, context } = window;
    await rows.nth(1).waitFor();
    const menu = async (name: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await page.getByRole('option', { name }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    const save = async (name: string, fill: () => Promise<unknown>): Promise<void> => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await fill();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await views.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor();
    };
    await menu(/^Save as a new view/);
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await save('Urgent', async () => {
      await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('High');
      await dialog.getByRole('textbox', { name: 'Tags' }).fill('vip, gold');
      await dialog.getByRole('checkbox', { name: 'For the whole team' }).check();
    });
    await eventually(async () => expect(await rows.count()).toBe(1));
    await eventually(async () => expect(await rows.first().getAttribute('aria-label')).toMatch(/^Lin Park/));
    await menu(/^Save as a new view/);
    await save('Calm', () => dialog.getByRole('combobox', { name: 'Priority' }).selectOption('Low'));
    await eventually(async () => expect(await rows.count()).toBe(0));
    await menu(/^Edit this view/);
    await save('Calm', () => dialog.getByRole('textbox', { name: 'Tags' }).fill(''));
    await eventually(async () =>
      expect(await rows.first().getAttribute('aria-label')).toMatch(/^Noor Haddad/),
    );
    const order = async (): Promise<string[]> =>
      ok(await team.founder.api.call('GET', '/views')).map(({ name }: { name: string }) => name);
    expect(await order()).toEqual(['Urgent', 'Calm']);
    await menu(/^Move up/);
    await eventually(async () => expect(await order()).toEqual(['Calm', 'Urgent']));
    // Colleagues have the shared one and not the own one. Its count moves by itself.
    const other = await world.open(colleague);
    const shared = other.views.getByRole('link', { name: /^Urgent/ });
    await eventually(async () => expect(await shared.innerText()).toMatch(/1$/));
    expect(await other.views.getByRole('link', { name: /^Calm/ }).count()).toBe(0);
    await team.write('Kim Lee', 'High too', { priority: 'HIGH', tags: ['gold'] });
    await eventually(async () => expect(await shared.innerText()).toMatch(/2$/));
    await other.context.close();
    await menu(/^Delete this view/);
    await eventually(async () => expect(await order()).toEqual(['Urgent']));
    await context.close();
  });
});
