import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import { type Document } from './support/engagement';
import { type ShopTeam, startWidgetWorld, type WidgetWorld } from './support/widget-world';

const question = (id: string, next: string, input: object): object => ({
  id,
  type: 'question',
  prompt: `Asked for ${id}`,
  input,
  next,
});

describeWith('chromium')('a workflow in the widget', () => {
  let world: WidgetWorld;
  let team: ShopTeam;
  beforeAll(async () => {
    world = await startWidgetWorld();
    team = await world.team();
  }, 180_000);
  afterAll(() => world.stop());

  it('asks, takes a choice, words and a rating, and hands over to a person when asked', async () => {
    const options = [
      { id: 'order', label: 'An order' },
      { id: 'other', label: 'Something else' },
    ];
    const steps = [
      question('topic', 'words', { kind: 'selection', options }),
      question('words', 'stars', { kind: 'text' }),
      question('stars', 'last', { kind: 'rating', min: 1, max: 5 }),
      question('last', 'end', { kind: 'text' }),
      { id: 'end', type: 'message', content: 'Thank you.', next: null },
    ];
    const trigger = { event: 'conversation.created', channel: 'WIDGET' };
    ok(await team.admin.call('POST', '/workflows', { name: 'Ask', steps, trigger }));
    const { page, launcher, panel, complaints, context } = await world.visit('/workflow', {
      tag: `data-key="${team.apiToken}"`,
    });
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Help me');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();

    await panel.getByText('Asked for topic').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await panel.getByRole('button', { name: 'An order' }).click();
    await panel.getByLabel('Asked for words').fill('It is late');
    // Only one field takes words: the answer to the question.
    expect(await panel.getByLabel('Your message').count()).toBe(0);
    await panel.locator('.question').getByRole('button', { name: 'Send' }).click();
    await panel.getByText('Asked for stars').first().waitFor();
    await page.reload();
    await launcher.click();
    await panel.locator('.row').first().click();
    await panel.locator('.question').getByRole('button', { name: '4', exact: true }).click();
    await panel.getByLabel('Asked for last').waitFor();
    await panel.getByRole('button', { name: 'Talk to a person' }).click();
    await panel.getByLabel('Your message').waitFor();
    expect(await panel.locator('.question').count()).toBe(0);

    const { tickets } = ok(await team.admin.call('GET', '/tickets'));
    const [ticket] = tickets as Document[];
    await eventually(async () => {
      const { bot } = ok(await team.admin.call('GET', `/tickets/${ticket.id}`));
      expect(bot).toMatchObject({ active: false, forwardedToSupportAt: expect.any(String) });
    });
    const messages: Document[] = ok(
      await team.admin.call('GET', `/messages?ticket=${ticket.id}&sort=index&limit=100`),
    );
    expect(messages.map(({ plainContent }) => plainContent)).toEqual([
      'Help me',
      'Asked for topic',
      'An order',
      'Asked for words',
      'It is late',
      'Asked for stars',
      '4',
      'Asked for last',
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  }, 90_000);
});
