import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('the keys and commands of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const read = async (id: string): Promise<Document> =>
    ok(await team.founder.api.call('GET', `/tickets/${id}`));
  /** The name of the row that the keys move. */
  const active = (page: Page) => page.locator('li.row.active strong').innerText();

  it('j and k move the active row, Enter opens it, then they open the next, and Esc leads back', async () => {
    const own = await world.team();
    for (const name of ['Third', 'Second', 'First']) await own.write(name, `Hello from ${name}`);
    const { page, rows, conversation, context } = await world.open(own.founder);
    await rows.nth(2).waitFor();
    await page.keyboard.press('j');
    await eventually(async () => expect(await active(page)).toBe('First'));
    await page.keyboard.press('j');
    await eventually(async () => expect(await active(page)).toBe('Second'));
    expect(page.url()).toBe(`${world.platform.origin}/inbox/all`);
    await page.keyboard.press('k');
    await eventually(async () => expect(await active(page)).toBe('First'));
    await page.keyboard.press('Enter');
    const title = conversation.getByRole('heading', { level: 1 });
    await eventually(async () => expect(await title.innerText()).toBe('Question of First'));
    await page.keyboard.press('j');
    await eventually(async () => expect(await title.innerText()).toBe('Question of Second'));
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await eventually(async () => expect(await title.innerText()).toBe('Question of Third'));
    await page.keyboard.press('k');
    await eventually(async () => expect(await title.innerText()).toBe('Question of Second'));
    await page.keyboard.press('Escape');
    await eventually(() => expect(page.url()).toBe(`${world.platform.origin}/inbox/all`));
    expect(await active(page)).toBe('Second');
    await context.close();
  });

  it('a key that follows another at once is about the place to which that one led', async () => {
    const own = await world.team();
    const [second, first] = [await own.write('Second', 'Hello'), await own.write('First', 'Hello')];
    const { page, rows, conversation, context } = await world.open(own.founder);
    await rows.nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await conversation.getByRole('heading', { name: 'Question of First' }).waitFor();
    // The application draws the new place in microtasks, before the next paint.
    await page.evaluate(() => {
      const press = (key: string): boolean =>
        dispatchEvent(new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}` }));
      const { pushState } = history;
      const pressSoon = async (): Promise<void> => {
        for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
        press('i');
      };
      history.pushState = (...state) => {
        history.pushState = pushState;
        history.pushState(...state);
        void pressSoon();
      };
      press('j');
    });
    const readAssignee = async ({ id }: { id: string }): Promise<unknown> =>
      ok(await own.founder.api.call('GET', `/tickets/${id}`)).processingUser?.id;
    await eventually(async () => expect(await readAssignee(second)).toBe(own.founder.id));
    expect(await readAssignee(first)).toBeUndefined();
    await context.close();
  });

  it('i, e, u and x are about the open ticket, or the active row without one', async () => {
    const own = await world.team();
    const { id } = await own.write('Lin Park', 'Where is it?');
    const document = async () => ok(await own.founder.api.call('GET', `/tickets/${id}`));
    const { page, rows, context } = await world.open(own.founder, '/inbox/all');
    await rows.first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('i');
    await eventually(async () => expect((await document()).processingUser?.id).toBe(own.founder.id));
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Marked tickets' }).getByText('1 marked').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Marked tickets' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await page.keyboard.press('e');
    await eventually(async () => expect((await document()).status).toBe('DONE'));
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await page.keyboard.press('e');
    await eventually(async () => expect((await document()).status).toBe('OPEN'));
    await page.keyboard.press('u');
    await eventually(() => expect(page.url()).toBe(`${world.platform.origin}/inbox/all`));
    await context.close();
  });

  it('a, t and s open the menus, r and n the composer', async () => {
    await team.write('Noor Haddad', 'Help');
    const { page, openRow, conversation, context } = await world.open(team.founder);
    await openRow('Noor Haddad');
    for (const [key, name] of [
      ['a', 'Assign'],
      ['t', 'Tags'],
      ['s', 'Snooze'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    }
    const isFocused = (name: string) =>
      conversation.getByRole('textbox', { name }).evaluate((field) => field === document.activeElement);
    await page.keyboard.press('r');
    await eventually(async () => expect(await isFocused('Reply')).toBe(true));
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await eventually(async () => expect(await isFocused('Note')).toBe(true));
    await context.close();
  });

  it('no key does anything in a field but those with Ctrl and Esc', async () => {
    const { id } = await team.write('Ines Costa', 'Thanks');
    const { page, openRow, conversation, type, context } = await world.open(team.founder);
    await openRow('Ines Costa');
    const letters = 'jkrnaitseux?';
    await page.keyboard.press('r');
    await type('Reply', letters);
    const field = conversation.getByRole('textbox', { name: 'Reply' });
    await eventually(async () => expect(await field.inputValue()).toBe(letters));
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('dialog', { name: 'Commands' });
    await commands.locator('.filter:focus').pressSequentially(letters);
    await page.keyboard.press('Escape');
    await commands.waitFor({ state: 'detached' });
    await field.fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.and(page.locator(':focus')).pressSequentially(letters);
    await eventually(async () => expect(await search.inputValue()).toBe(letters));
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await search.inputValue()).toBe(''));
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'OPEN', tags: [] });
    expect(page.url()).toMatch(new RegExp(`/inbox/all/${id}$`));
    await context.close();
  });

  it('? shows every key, on all pages', async () => {
    const { page, rows, context } = await world.open(team.founder);
    await rows.first().waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    const shown = await dialog.locator('kbd').allInnerTexts();
    const all = ['j', 'k', 'Enter', 'Esc', 'r', 'n', 'a', 'i', 't', 's', 'e', 'u', 'x', '/', '?'];
    expect(shown.sort()).toEqual([...all, 'Ctrl+K', 'Ctrl+Enter', 'Ctrl+Shift+Enter'].sort());
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  it('Ctrl+K finds commands by their words: views, the open ticket, colours, languages', async () => {
    const colleague = await team.colleague('Alan Turing');
    const { id } = await team.write('Olga Petrova', 'Hello');
    const { page, openRow, pick, context } = await world.open(team.founder, '/inbox/all', {
      colorScheme: 'light',
    });
    await openRow('Olga Petrova');
    const command = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await pick(words);
    };
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await command('alan');
    await eventually(async () => expect((await read(id))['processingUser']?.id).toBe(colleague.id));
    await command('priority: high');
    await eventually(async () => expect((await read(id))['priority']).toBe('HIGH'));
    await command('snooze: tomorrow');
    await eventually(async () => expect((await read(id))['status']).toBe('SNOOZED'));
    await command('dark');
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await eventually(async () => expect(await scheme()).toBe('dark'));
    await command('go to snoozed');
    await eventually(() => expect(page.url()).toBe(`${world.platform.origin}/inbox/snoozed`));
    await command('deutsch');
    await page.getByRole('navigation', { name: 'Ansichten' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Ansichten' }).waitFor();
    expect(await scheme()).toBe('dark');
    await context.close();
  });

  it('a date that is typed is when a ticket wakes, a marked one too, and a reply leaves', async () => {
    const { id } = await team.write('Dee Date', 'In spring, please');
    const marked = await team.write('Mark Marked', 'In summer, please');
    const { page, openRow, rows, pick, conversation, context } = await world.open(team.founder);
    await openRow('Dee Date');
    const year = new Date().getFullYear() + 1;
    const type = async (dialog: string, month: string): Promise<void> => {
      const asked = page.getByRole('dialog', { name: dialog });
      const field = asked.getByLabel('Date and time');
      await field.waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await asked.getByRole('button', { name: dialog }).click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
      await field.fill(`${year - 2}-01-01T09:30`);
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.rangeUnderflow)).toBe(true);
      await field.fill(`${year}-${month}-01T09:30`);
      await page.keyboard.press('Enter');
      await asked.waitFor({ state: 'detached' });
    };
    const at = (month: number): string => new Date(year, month - 1, 1, 9, 30).toISOString();
    await page.keyboard.press('Control+k');
    await pick('snooze…');
    await pick('date');
    await type('Snooze', '03');
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'SNOOZED', snoozedUntil: at(3) }),
    );
    await rows.filter({ hasText: 'Mark Marked' }).getByRole('checkbox').check();
    await page
      .getByRole('toolbar', { name: 'Marked tickets' })
      .getByRole('button', { name: 'Snooze' })
      .click();
    await pick('date');
    await type('Snooze', '06');
    await eventually(async () => expect(await read(marked['id'])).toMatchObject({ snoozedUntil: at(6) }));
    // It leaves this list soon.
    await page.goto(`${world.platform.origin}/inbox/snoozed/${marked['id']}`);
    await conversation.getByRole('textbox', { name: 'Reply' }).fill('Now');
    await conversation.getByRole('button', { name: 'Send later' }).click();
    await pick('date');
    await type('Send later', '02');
    const path = `/tickets/${marked['id']}/scheduled-replies`;
    await eventually(async () =>
      expect(ok(await team.founder.api.call('GET', path))).toMatchObject([{ fireAt: at(2) }]),
    );
    await context.close();
  });

  it('a command writes to a contact by e-mail, once', async () => {
    const { page, conversation, message, rows, pick, context } = await world.open(team.founder);
    await rows.first().waitFor();
    await page.keyboard.press('Control+k');
    await pick('new ticket');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const email = `kim-${team.projectId}@example.com`;
    await dialog.locator('input:focus').pressSequentially(email);
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Your order');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('It is **ready**.');
    await dialog.getByRole('button', { name: 'Send' }).dblclick();
    await message('It is ready.').waitFor();
    await eventually(async () =>
      expect(await conversation.getByRole('heading', { level: 1 }).innerText()).toBe('Your order'),
    );
    const mail = await world.mailbox.waitFor(email);
    expect(mail.text).toContain('It is ready.');
    const { tickets } = ok(await team.founder.api.call('GET', '/tickets?title=Your order'));
    expect(tickets).toHaveLength(1);
    await context.close();
  });

  it('the account menu sets availability and the time to undo, and signs out', async () => {
    const { page, context } = await world.open(team.founder);
    await page.getByRole('button', { name: 'Account' }).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await menu.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await menu.getByRole('switch', { name: 'Available for new tickets' }).click();
    const me = async () => ok(await team.founder.api.call('GET', '/users/me'));
    await eventually(async () => expect((await me()).available).toBe(false));
    await menu.getByRole('switch', { name: 'Available for new tickets' }).click();
    await eventually(async () => expect((await me()).available).toBe(true));
    await menu.getByRole('combobox', { name: 'Time to undo a reply' }).selectOption('20');
    expect(await page.evaluate(() => localStorage.getItem('parley-inbox-undo-seconds'))).toBe('20');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account' }).click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});
