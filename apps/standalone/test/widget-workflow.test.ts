import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
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
  });
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
    await panel.getByRole('button', { name: 'An order' }).press('Enter');
    await panel.getByLabel('Asked for words').waitFor();
    // Whoever answers by keyboard goes on in the field of the next question.
    await page.keyboard.type('It is late');
    expect(await panel.getByLabel('Asked for words').inputValue()).toBe('It is late');
    // Only one field takes words: the answer to the question.
    expect(await panel.getByLabel('Your message').count()).toBe(0);
    // Typed ahead while the platform takes the answer, it is in the field that comes next.
    await page.keyboard.press('Enter');
    await page.keyboard.type('And');
    await panel.getByText('Asked for stars').first().waitFor();
    expect(await panel.getByLabel('Your message').inputValue()).toBe('And');
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
  });

  it('takes several choices and files, and has the page do what it is asked for, once in all tabs', async () => {
    const other = await world.team();
    const options = ['Tea', 'Cups', 'Pots'].map((label) => ({ id: label.toLowerCase(), label }));
    const steps = [
      question('things', 'pictures', { kind: 'selection', options, multiple: true }),
      question('pictures', 'basket', { kind: 'attachments' }),
      { id: 'basket', type: 'tool', name: 'basket', arguments: { of: '{{contact.name}}' }, next: 'told' },
      { id: 'told', type: 'message', content: 'It holds {{answer}}.', next: 'broken' },
      { id: 'broken', type: 'tool', name: 'broken', next: 'end' },
      { id: 'end', type: 'message', content: 'It said {{answer}}.', next: null },
    ];
    const trigger = { event: 'conversation.created', channel: 'WIDGET' };
    ok(await other.admin.call('POST', '/workflows', { name: 'Ask', steps, trigger }));
    const script = `
      window.asked = [];
      parley('tool', 'basket', async (given) => { asked.push(given); return { pots: 2 }; });
      // A page may learn later what it can do.
      window.later = () => parley('tool', 'broken', () => { throw new Error('out of order'); });`;
    const content = { tag: `data-key="${other.apiToken}"`, script };
    const { page, launcher, panel, context } = await world.visit('/steps', content);
    await launcher.click();
    await panel.getByRole('button', { name: 'Send us a message' }).click();
    await panel.getByLabel('Your message').fill('Help me');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();

    const asks = panel.locator('.question');
    await asks.getByLabel('Tea').check();
    await asks.getByLabel('Pots').check();
    expect(await accessibilityProblems(page)).toEqual([]);
    const second = await world.visit('/steps', content, context);
    await second.launcher.click();
    await second.panel.locator('.row').first().click();
    await second.panel.locator('.question').getByLabel('Tea').waitFor();
    await asks.getByRole('button', { name: 'Choose' }).click();

    const field = asks.getByLabel('Asked for pictures');
    const file = { mimeType: 'text/plain', buffer: Buffer.from('A list') };
    await field.setInputFiles([
      { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(21 * 1024 * 1024) },
      { name: 'one.txt', ...file },
      { name: 'two.txt', ...file },
    ]);
    await asks.getByText('large.txt is larger than 20 MB.').waitFor();
    await eventually(async () => expect(await asks.locator('progress').count()).toBe(0));
    expect(await accessibilityProblems(page)).toEqual([]);
    await asks.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('It holds {"pots":2}.').waitFor();
    await page.evaluate(() => (globalThis as unknown as { later: () => void }).later());
    await panel.getByText('It said {"error":"out of order"}.').waitFor();

    const readAsked = (tab: typeof page): Promise<unknown[]> =>
      tab.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked);
    const name = expect.any(String);
    expect([...(await readAsked(page)), ...(await readAsked(second.page))]).toEqual([{ of: name }]);
    const { tickets } = ok(await other.admin.call('GET', '/tickets'));
    const messages: Document[] = ok(
      await other.admin.call('GET', `/messages?ticket=${tickets[0].id}&sort=index&limit=100`),
    );
    expect(messages.map(({ plainContent }) => plainContent).slice(0, 4)).toEqual([
      'Help me',
      'Asked for things',
      'Tea, Pots',
      'Asked for pictures',
    ]);
    expect(messages[4]?.attachments.map((one: Document) => one.name)).toEqual(['one.txt', 'two.txt']);
    await context.close();
  });
});
