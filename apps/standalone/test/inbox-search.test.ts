import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import type { Request } from 'playwright-core';
import { ok } from './support/api';
import { type InboxTeam, type InboxWindow, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('the search of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const look = ({ page }: InboxWindow) => {
    const results = page.getByRole('listbox', { name: 'Results' });
    return {
      search: page.getByRole('searchbox', { name: 'Search' }),
      results,
      group: (name: string) => results.getByRole('group', { name, exact: true }).getByRole('option'),
    };
  };

  it('finds tickets, messages, contacts and their tickets as one types, and marks the hits', async () => {
    const { id } = await team.write('Zebulon Quartz', 'The xylophone <b>arrived</b> & is broken.');
    const window = await world.open(team.founder);
    const { search, group } = look(window);
    await repeatUntil(async () => {
      await search.fill('');
      await search.fill('xylophone');
    }, group('Messages').first());
    const hit = group('Messages').first();
    expect(await hit.locator('mark').innerText()).toBe('xylophone');
    expect(await hit.innerText()).toContain('The xylophone <b>arrived</b> & is broken.');
    await search.fill('zebulon');
    await group('Contacts').filter({ hasText: 'Zebulon Quartz' }).waitFor();
    expect(await accessibilityProblems(window.page)).toEqual([]);
    await group('Contacts').first().click();
    await eventually(() => expect(window.page.url()).toMatch(new RegExp(`/${id}$`)));
    await window.context.close();
  });

  it('finds a ticket by its number', async () => {
    const { bugId, id } = await team.write('Lin Park', 'Help');
    const window = await world.open(team.founder);
    const { search, group } = look(window);
    await search.fill(`#${bugId}`);
    await group('Number')
      .filter({ hasText: `#${bugId} Question of Lin Park` })
      .waitFor();
    await window.page.keyboard.press('Enter');
    await eventually(() => expect(window.page.url()).toMatch(new RegExp(`/${id}$`)));
    await window.context.close();
  });

  it('is worked by the keyboard alone: / begins, arrows choose, Enter opens, Esc leaves', async () => {
    const first = await team.write('Ida One', 'About umbrellas');
    const second = await team.write('Ida Two', 'About umbrellas too');
    const window = await world.open(team.founder);
    const { search, results } = look(window);
    await window.rows.first().waitFor();
    await window.page.keyboard.press('/');
    await search.and(window.page.locator(':focus')).pressSequentially('Question of Ida');
    await eventually(async () => expect(await results.getByRole('option').count()).toBeGreaterThan(1));
    const option = (index: number) => results.getByRole('option').nth(index);
    expect(await option(0).getAttribute('aria-selected')).toBe('true');
    await window.page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await option(1).getAttribute('aria-selected')).toBe('true'));
    await eventually(async () =>
      expect(await search.getAttribute('aria-activedescendant')).toBe(await option(1).getAttribute('id')),
    );
    await window.page.keyboard.press('Enter');
    await eventually(() => expect(window.page.url()).toMatch(new RegExp(`/(${first.id}|${second.id})$`)));
    await window.page.keyboard.press('Escape');
    await eventually(async () => expect(await search.inputValue()).toBe(''));
    await window.rows.first().waitFor();
    await window.context.close();
  });

  it('drops answers to former texts', async () => {
    await team.write('Aki Old', 'Something old');
    await team.write('Aki New', 'Something new');
    const window = await world.open(team.founder);
    const { search, results } = look(window);
    const gate = Promise.withResolvers<void>();
    await window.page.route(/searchTerm=Aki\+Old/, async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
    });
    const isOld = (request: Request): boolean => request.url().includes('searchTerm=Aki+Old');
    const [old] = await Promise.all([window.page.waitForEvent('request', isOld), search.fill('Aki Old')]);
    await search.fill('Aki New');
    await results.getByRole('option').filter({ hasText: 'Aki New' }).first().waitFor();
    gate.resolve();
    // It is broken off, or its answer comes and is shown in the next frame.
    await old.response();
    await window.page.waitForTimeout(500);
    expect(await results.getByRole('option').filter({ hasText: 'Aki New' }).count()).toBeGreaterThan(0);
    expect(await results.getByRole('option').filter({ hasText: 'Aki Old' }).count()).toBe(0);
    await window.context.close();
  });

  it('says when nothing is found, and makes one search for quick typing', async () => {
    const window = await world.open(team.founder);
    const { search } = look(window);
    const asked: string[] = [];
    window.page.on('request', (request) => {
      if (request.url().includes('/tickets/search')) asked.push(request.url());
    });
    // Typed within one task: on a slow machine keys that come one by one are no quick typing.
    await search.evaluate((field: HTMLInputElement) => {
      for (const letter of 'zzqqxx') {
        field.value += letter;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    });
    await window.page.getByText('Nothing found.').waitFor();
    expect(asked).toHaveLength(1);
    const none = ok(await team.founder.api.call('GET', '/tickets/search?searchTerm=zzqqxx'));
    expect(none.hits).toEqual([]);
    await window.context.close();
  });
});
