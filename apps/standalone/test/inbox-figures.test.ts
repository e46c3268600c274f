import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import type { Locator } from 'playwright-core';
import { ok } from './support/api';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('the figures of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  it('shows tickets that wait, answers and ratings by day and person, of a period and a team', async () => {
    const { api } = team.founder;
    const billing = ok(
      await api.call('POST', '/teams', { name: 'Billing', assignmentMethod: 'manual', members: [] }),
    );
    await team.write('Lin Park', 'Where is my invoice?');
    const answered = await team.write('Noor Haddad', 'The export fails.', { processingTeam: billing.id });
    ok(await api.call('POST', '/messages', { ticket: answered.id, comment: 'It works again.' }));
    const { page, context, complaints } = await world.open(team.founder, '/inbox/figures');
    const main = page.getByRole('main', { name: 'Figures' });
    const locateFact = (name: string): Locator =>
      main
        .locator('.fact')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('strong');
    const fact = (name: string): Promise<string> => locateFact(name).innerText();
    // A change shows within 5 seconds; the page is opened again to see it.
    for (const name of ['Replies', 'Waiting for a first answer'])
      await repeatUntil(() => page.reload(), locateFact(name).getByText('1', { exact: true }));
    expect(await fact('Open now')).toBe('2');
    expect(await fact('New tickets')).toBe('2');
    expect(await fact('First response (median)')).toMatch(/^\d+ secs?$/);
    expect(await fact('Rating')).toBe('–');
    const row = main
      .getByRole('table', { name: 'By person' })
      .getByRole('row')
      .filter({ hasText: 'Ada Founder' });
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 3)).toEqual(['0', '1', '0']);
    await main.getByRole('img', { name: 'Replies, day by day' }).waitFor();
    await main.getByText('As a table').first().click();
    await main.getByRole('table').first().getByRole('cell', { name: '1', exact: true }).waitFor();
    await main.getByLabel('Period').selectOption('7 days');
    await main.getByLabel('Team').selectOption('Billing');
    await eventually(async () => expect(await fact('Open now')).toBe('1'));
    expect(await fact('Waiting for a first answer')).toBe('0');
    // No ids for people, no share of a few.
    const text = await main.innerText();
    expect(text).not.toMatch(/[0-9a-f]{24}|%/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    [360, 'dark'],
    [1400, 'light'],
  ] as const)(
    'at %i px in %s: axe finds nothing, and the page does not scroll sideways',
    async (width, colorScheme) => {
      const { page, context } = await world.open(team.founder, '/inbox/figures', {
        viewport: { width, height: 800 },
        colorScheme,
      });
      await page.getByRole('table', { name: 'By person' }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await context.close();
    },
  );
});
