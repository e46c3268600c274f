import { describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('views of the inbox', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const update = async ({ id }: Document, change: Document): Promise<Document> =>
    ok(await team.founder.api.call('PUT', `/tickets/${id}`, change));

  it('are what is mine, unassigned, of my teams, with my name in it, open, asleep, done and spam, each with its count', async () => {
    const { api, id: me } = team.founder;
    const colleague = await team.colleague('Alan Turing');
    const { id: billing } = ok(
      await api.call('POST', '/teams', { name: 'Billing', assignmentMethod: 'manual', members: [me] }),
    );
    await update(await team.write('Mia Mine', 'Mine'), { processingUser: me });
    await team.write('Una Signed', 'For nobody');
    await update(await team.write('Tea Mates', 'For the team'), {
      processingTeam: billing,
      processingUser: colleague.id,
    });
    await update(await team.write('Meg Mention', 'Ask Ada'), {
      mentions: [me],
      processingUser: colleague.id,
    });
    await update(await team.write('Ned Nap', 'Later'), {
      status: 'SNOOZED',
      snoozedUntil: '2099-01-01T00:00:00Z',
    });
    await update(await team.write('Dan Done', 'Thanks'), { status: 'DONE' });
    await update(await team.write('Sue Spam', 'Buy'), { isSpam: true });
    const { views, rows, page, context, complaints } = await world.open(team.founder);
    const expected: Record<string, string[]> = {
      Mine: ['Mia Mine'],
      Unassigned: ['Una Signed'],
      'My teams': ['Tea Mates'],
      Mentions: ['Meg Mention'],
      'All open': ['Meg Mention', 'Mia Mine', 'Tea Mates', 'Una Signed'],
      Snoozed: ['Ned Nap'],
      Closed: ['Dan Done'],
      Spam: ['Sue Spam'],
    };
    for (const [name, contacts] of Object.entries(expected)) {
      await views.getByRole('link', { name: `${name} ${contacts.length}` }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await eventually(async () => {
        const names = await rows.getByRole('link').allInnerTexts();
        expect(names.map((text) => contacts.find((contact) => text.includes(contact))).toSorted()).toEqual(
          contacts,
        );
      });
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lose a ticket that is marked as spam or archived, and get it back', async () => {
    const { id } = await team.write('Sid Spammer', 'Win a phone');
    const { views, rows, conversation, page, openRow, context } = await world.open(team.founder);
    const row = rows.filter({ hasText: 'Sid Spammer' });
    const choose = async (option: string): Promise<void> => {
      await conversation.getByRole('button', { name: 'More' }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    const becomes = (fields: Document): Promise<void> =>
      eventually(async () =>
        expect(ok(await team.founder.api.call('GET', `/tickets/${id}`))).toMatchObject(fields),
      );
    await openRow('Sid Spammer');
    await choose('Spam');
    await becomes({ isSpam: true });
    await row.waitFor({ state: 'detached' });
    await views.getByRole('link', { name: /^Spam/ }).click();
    await openRow('Sid Spammer');
    await choose('Not spam');
    await becomes({ isSpam: false });
    await views.getByRole('link', { name: /^All open/ }).click();
    await openRow('Sid Spammer');
    await choose('Archive');
    await becomes({ archived: true });
    await row.waitFor({ state: 'detached' });
    await choose('Take out of the archive');
    await becomes({ archived: false });
    await row.waitFor();
    await context.close();
  });
});
