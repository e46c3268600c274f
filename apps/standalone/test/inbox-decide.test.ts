import { describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWindow, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('decisions about the open ticket', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const read = async ({ id }: Document): Promise<Document> =>
    ok(await team.founder.api.call('GET', `/tickets/${id}`));
  const act = ({ conversation }: InboxWindow, name: string): Promise<void> =>
    conversation.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name, exact: true }).click();

  it('assigns to a team, which the row names, and to nobody', async () => {
    const { id: parcels } = ok(
      await team.founder.api.call('POST', '/teams', {
        name: 'Parcels',
        assignmentMethod: 'manual',
        members: [team.founder.id],
      }),
    );
    const ticket = await team.write('Lin Park', 'Where is my parcel?');
    const window = await world.open(team.founder);
    const { rows, views, openRow, pick, context } = window;
    await openRow('Lin Park');
    const assignee = rows.filter({ hasText: 'Lin Park' }).locator('.assignee');
    await eventually(async () => expect(await assignee.innerText()).toBe('Unassigned'));
    await act(window, 'Assign');
    await pick('parcels');
    await eventually(async () => expect(await assignee.innerText()).toBe('Parcels'));
    await eventually(async () =>
      expect((await read(ticket))['processingTeam']).toMatchObject({ id: parcels }),
    );
    await views.getByRole('link', { name: /^My teams/ }).click();
    await rows.filter({ hasText: 'Lin Park' }).waitFor();
    await openRow('Lin Park');
    await act(window, 'Assign');
    await pick('nobody');
    await eventually(async () => expect((await read(ticket))['processingTeam'] ?? null).toBeNull());
    await rows.filter({ hasText: 'Lin Park' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('snoozes until later today; the ticket sleeps in its own view, and comes back when it is reopened', async () => {
    const ticket = await team.write('Noor Haddad', 'No hurry.');
    const window = await world.open(team.founder);
    const { page, rows, views, conversation, openRow, context } = window;
    const row = rows.filter({ hasText: 'Noor Haddad' });
    await openRow('Noor Haddad');
    await act(window, 'Snooze');
    await page.getByRole('option', { name: /^Later today/ }).click();
    await row.waitFor({ state: 'detached' });
    const asleep = await eventually(async () => {
      const found = await read(ticket);
      expect(found['status']).toBe('SNOOZED');
      return found;
    });
    expect(Date.parse(asleep['snoozedUntil'])).toBeGreaterThan(Date.now());
    await views.getByRole('link', { name: /^Snoozed/ }).click();
    await row.waitFor();
    await openRow('Noor Haddad');
    await act(window, 'Reopen');
    await row.waitFor({ state: 'detached' });
    await conversation.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await views.getByRole('link', { name: /^All open/ }).click();
    await row.waitFor();
    await eventually(async () => expect((await read(ticket))['status']).toBe('OPEN'));
    await context.close();
  });

  it('closes, and takes it back by the button of the toast', async () => {
    const ticket = await team.write('Ines Costa', 'It works again.');
    const window = await world.open(team.founder);
    const { page, rows, conversation, openRow, context } = window;
    const row = rows.filter({ hasText: 'Ines Costa' });
    await openRow('Ines Costa');
    await act(window, 'Close');
    // It shows for seconds only: what came before it is read afterwards.
    const toast = page.getByRole('status').locator('p').filter({ hasText: 'Closed.' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await toast.waitFor({ state: 'detached' });
    await conversation.getByText('Ada Founder: Open → Closed').waitFor();
    await conversation.getByText('Ada Founder: Closed → Open').waitFor();
    await row.waitFor();
    await conversation.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await eventually(async () => expect((await read(ticket))['status']).toBe('OPEN'));
    await context.close();
  });
});
