import { accessibilityProblems, describeWith, eventually, repeatUntil } from '@parley/testing';
import type { Locator, Page } from 'playwright-core';
import { createApi, ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxTeam, type InboxWorld, startInboxWorld } from './support/inbox-world';

describeWith('chromium')('the contact beside the thread', () => {
  let world: InboxWorld;
  let team: InboxTeam;
  beforeAll(async () => {
    world = await startInboxWorld();
    team = await world.team();
  });
  afterAll(() => world.stop());

  const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Contact' });
  const unfold = (page: Page, name: string): Promise<void> =>
    panel(page).getByRole('button', { name, exact: true }).click();
  const readContact = async (id: string): Promise<Document> =>
    ok(await team.founder.api.call('GET', `/sessions/${id}`));

  it('shows the contact in a column, and is edited in its place', async () => {
    const { session } = await team.write('Lin Park', 'My invoice is missing.');
    const { page, openRow, complaints, context } = await world.open(team.founder);
    await openRow('Lin Park');
    const phone = panel(page).getByRole('textbox', { name: 'Phone' });
    await phone.fill('+47 1234');
    await phone.press('Enter');
    await eventually(async () => expect((await readContact(session.id))['phone']).toBe('+47 1234'));
    const plan = panel(page).getByRole('textbox', { name: 'Plan' });
    await plan.fill('gold');
    await plan.press('Escape');
    expect(await plan.inputValue()).toBe('');
    expect((await readContact(session.id))['plan']).toBeUndefined();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('edits the free fields of a ticket by the types of their values', async () => {
    const customData = { order: 'A-1', amount: 12, due: '2026-12-01', paid: false, items: ['pot', 'pan'] };
    const { id } = await team.write('Ola Nord', 'Where is it?', { customData, formData: { size: 'M' } });
    const { page, openRow, complaints, context } = await world.open(team.founder);
    await openRow('Ola Nord');
    const field = (name: string): Locator => panel(page).getByLabel(name, { exact: true });
    const set = async (name: string, value: string): Promise<void> => {
      await field(name).fill(value);
      await field(name).press('Enter');
    };
    const read = async (): Promise<Document> => ok(await team.founder.api.call('GET', `/tickets/${id}`));
    const hasData = (change: object): Promise<void> =>
      eventually(async () => expect((await read())['customData']).toEqual({ ...customData, ...change }));
    await set('amount', 'many');
    await page.locator('.toasts .failure').filter({ hasText: 'amount is a number' }).waitFor();
    await eventually(async () => expect(await field('amount').inputValue()).toBe('12'));
    await set('amount', '12,5');
    await hasData({ amount: 12.5 });
    await set('due', '2026-12-24');
    await hasData({ amount: 12.5, due: '2026-12-24' });
    await field('paid').selectOption('Yes');
    await hasData({ amount: 12.5, due: '2026-12-24', paid: true });
    await set('items', 'pot, lid');
    await hasData({ amount: 12.5, due: '2026-12-24', paid: true, items: ['pot', 'lid'] });
    await set('size', 'L');
    await eventually(async () => expect((await read())['formData']).toEqual({ size: 'L' }));
    await panel(page).getByRole('button', { name: 'Add a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a field' });
    await dialog.getByLabel('Name').fill('paid');
    await dialog.getByLabel('Value').fill('Nordic Post');
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('There is a field paid already.').waitFor();
    await dialog.getByLabel('Name').fill('carrier');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await hasData({
      amount: 12.5,
      due: '2026-12-24',
      paid: true,
      items: ['pot', 'lid'],
      carrier: 'Nordic Post',
    });
    await field('carrier').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('undoes a change that is refused, and says why', async () => {
    await team.write('Noor Haddad', 'The export fails.');
    const { page, openRow, context } = await world.open(team.founder);
    await openRow('Noor Haddad');
    const email = panel(page).getByRole('textbox', { name: 'E-mail' });
    await email.fill('no address');
    await email.press('Enter');
    await page.locator('.toasts .failure').waitFor();
    await eventually(async () => expect(await email.inputValue()).toBe(''));
    await context.close();
  });

  it('shows the company, other tickets, and memory entries that are added, edited and deleted', async () => {
    const { session, id } = await team.write('Ines Costa', 'First question.');
    ok(
      await team.founder.api.call('PUT', `/sessions/${session.id}`, {
        companyId: 'acme',
        companyName: 'Acme',
      }),
    );
    ok(
      await team.founder.api.call('POST', '/tickets', {
        title: 'Second question',
        session: session.id,
        type: 'BUG',
      }),
    );
    const { page, context } = await world.open(team.founder, `/inbox/all/${id}`);
    await unfold(page, 'Company');
    await panel(page).getByText('1 member').waitFor();
    await unfold(page, 'Memory');
    await panel(page).getByRole('button', { name: 'Add an entry' }).click();
    await panel(page).getByRole('textbox', { name: 'Name of the entry' }).fill('tone');
    await panel(page).getByRole('textbox', { name: 'Text of the entry' }).fill('Likes it short.');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await panel(page).getByRole('button', { name: 'tone' }).click();
    await panel(page).getByText('Likes it short.').waitFor();
    await panel(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await panel(page).getByRole('textbox', { name: 'Text of the entry' }).fill('Likes it long.');
    await panel(page).getByRole('button', { name: 'Save' }).click();
    const path = `/sessions/${session.id}/memory`;
    await eventually(async () =>
      expect(ok(await team.founder.api.call('GET', `${path}/tone`)).content).toBe('Likes it long.'),
    );
    const sure = page.getByRole('dialog', { name: 'Delete “tone”?' });
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await sure.waitFor({ state: 'detached' });
    expect(ok(await team.founder.api.call('GET', path))).toHaveLength(1);
    await panel(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await sure.waitFor({ state: 'detached' });
    await eventually(async () => expect(ok(await team.founder.api.call('GET', path))).toEqual([]));
    await panel(page)
      .getByRole('link', { name: /^Second question/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Second question' }).waitFor();
    await context.close();
  });

  it('requests nothing for a folded section, and remembers which are folded', async () => {
    const { id, session } = await team.write('Ruth Meier', 'Where is my parcel?');
    const { page, context } = await world.open(team.founder, '/inbox/all');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${world.platform.origin}/inbox/all/${id}`);
    await panel(page).getByRole('textbox', { name: 'Phone' }).waitFor();
    expect(asked.filter((path) => /events|memory|similar|stripe|knowledge\/(?!status)/.test(path))).toEqual(
      [],
    );
    await unfold(page, 'Events and pages');
    await panel(page).getByText('Nothing yet.').waitFor();
    expect(asked.filter((path) => path.endsWith(`${session.id}/events`))).toHaveLength(1);
    await page.reload();
    await panel(page).getByText('Nothing yet.').waitFor();
    await context.close();
  });

  it('shows events with their data, and the pages that were visited as links, the latest first', async () => {
    const { id, session } = await team.write('Kim Lee', 'My order is wrong.');
    const { userId } = await readContact(session.id);
    const page = 'https://shop.example/prices';
    const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
    const events = [
      { userId, name: 'order placed', data: { order: 'A-7', total: 30 }, date: at(1) },
      { userId, name: 'pageView', data: { page }, date: at(2) },
    ];
    const { secretKey } = ok(await team.founder.api.call('GET', `/projects/${team.projectId}`));
    const shop = createApi(() => world.platform.origin);
    ok(await shop.call('POST', '/admin/track', { events }, { 'api-token': secretKey }));
    const window = await world.open(team.founder, `/inbox/all/${id}`);
    await unfold(window.page, 'Events and pages');
    const shown = panel(window.page).locator('.events').getByRole('listitem');
    const link = shown.nth(0).getByRole('link', { name: page });
    await link.waitFor();
    await eventually(async () => expect(await link.getAttribute('href')).toBe(page));
    await eventually(async () => expect(await shown.nth(1).innerText()).toMatch(/^order placed .*A-7.*30/));
    await eventually(async () =>
      expect(await shown.nth(1).locator('time').getAttribute('datetime')).toBe(at(1)),
    );
    expect(await accessibilityProblems(window.page)).toEqual([]);
    await window.context.close();
  });

  it('puts knowledge and the answer of a similar ticket into the answer by one click', async () => {
    const words = 'How do I change the delivery address of a parcel?';
    ok(
      await team.founder.api.call('POST', '/aicontent', {
        contentId: 'address',
        type: 'faq',
        title: 'Change the delivery address',
        content: 'How do I change the delivery address of a parcel? Open the order and choose Address.',
      }),
    );
    const former = await team.write('Alan Kay', words);
    ok(
      await team.founder.api.call('POST', '/messages', {
        ticket: former.id,
        comment: 'Open the order, then Address.',
      }),
    );
    const { id } = await team.write('Olga Petrova', words);
    const { page, conversation, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const field = conversation.getByRole('textbox', { name: 'Reply' });
    await field.waitFor();
    await unfold(page, 'Help with the answer');
    const insert = panel(page).getByRole('button', { name: 'Insert the answer of Question of Alan Kay' });
    // Both are found within seconds.
    await repeatUntil(() => page.reload(), insert);
    await insert.click();
    await eventually(async () => expect(await field.inputValue()).toBe('Open the order, then Address.'));
    const knowledge = panel(page).getByRole('button', { name: 'Insert Change the delivery address' });
    await knowledge.waitFor();
    await knowledge.click();
    expect(await field.inputValue()).toBe(
      `Open the order, then Address.\n\n${words} Open the order and choose Address.`,
    );
    await context.close();
  });

  it('sets the type, links by number, and merges after it said what happens', async () => {
    const other = await team.write('Tim Two', 'The other one.');
    const { id } = await team.write('Tim One', 'The first one.');
    const { page, context } = await world.open(team.founder, `/inbox/all/${id}`);
    const read = async (): Promise<Document> => ok(await team.founder.api.call('GET', `/tickets/${id}`));
    await panel(page).getByRole('combobox', { name: 'Type' }).selectOption('BUG');
    await eventually(async () => expect((await read())['type']).toBe('BUG'));
    await panel(page).getByRole('textbox', { name: 'Link a ticket by number' }).fill(`#${other.bugId}`);
    await panel(page).getByRole('button', { name: 'Link', exact: true }).click();
    await panel(page).getByRole('list', { name: 'Linked tickets' }).waitFor();
    // The list shows it before it is stored.
    await eventually(async () => expect((await read())['linkedTickets']).toEqual([other.id]));
    await panel(page).getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge with another ticket' });
    await dialog.getByRole('textbox', { name: 'Number or words' }).fill(String(other.bugId));
    await dialog.getByRole('button', { name: 'Find' }).click();
    await dialog.getByRole('radio').check();
    await dialog.getByRole('note').getByText('This cannot be undone').waitFor();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { level: 1, name: 'Question of Tim Two' }).waitFor();
    expect((await read())['duplicateOf']).toBe(other.id);
    await context.close();
  });

  it('runs a workflow in the ticket', async () => {
    ok(
      await team.founder.api.call('POST', '/workflows', {
        name: 'Say hello',
        enabled: true,
        trigger: { manual: true },
        steps: [{ id: 'hello', type: 'message', content: 'Hello from the workflow.', next: null }],
      }),
    );
    const { id } = await team.write('Wanda Flow', 'Anyone there?');
    const { page, message, context } = await world.open(team.founder, `/inbox/all/${id}`);
    await panel(page).getByRole('button', { name: 'Run a workflow' }).click();
    await page.getByRole('option', { name: 'Say hello' }).click();
    await message('Hello from the workflow.').waitFor();
    await context.close();
  });

  it.each([
    ['over the thread', 900],
    ['as a page of its own on a phone', 360],
  ])('opens by a button %s, and closes by Escape', async (_where, width) => {
    const { id } = await team.write(`Narrow ${width}`, 'Hello.');
    const { page, context, conversation } = await world.open(team.founder, `/inbox/all/${id}`, {
      viewport: { width, height: 800 },
    });
    const button = conversation.getByRole('button', { name: 'Contact', exact: true });
    await button.waitFor();
    expect(await panel(page).count()).toBe(0);
    await button.click();
    await panel(page).getByRole('textbox', { name: 'Phone' }).waitFor();
    const { width: taken = 0 } = (await panel(page).boundingBox()) ?? {};
    expect(taken).toBe(Math.min(width, 384));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await button.evaluate((one) => one === document.activeElement)).toBe(true),
    );
    await context.close();
  });
});
