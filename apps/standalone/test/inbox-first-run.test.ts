import { accessibilityProblems, describeWith, eventually } from '@parley/testing';
import { createApi, ok } from './support/api';
import { type InboxWorld, startInboxWorld } from './support/inbox-world';
import { newAddress } from './support/people';

describeWith('chromium')('the first run of the inbox', () => {
  let world: InboxWorld;
  beforeAll(async () => {
    world = await startInboxWorld();
  });
  afterAll(() => world.stop());

  it('names three steps, ticks them off by itself, and goes away when all are done', async () => {
    const team = await world.team();
    const { page, context, complaints } = await world.open(team.founder, '/inbox/mine');
    const steps = page.getByRole('region', { name: 'First steps' });
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
    await steps.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(async () => expect(await steps.getByRole('img', { name: 'To do' }).count()).toBe(3));
    await step('Connect a mailbox').getByRole('link').click();
    await page.getByRole('heading', { name: /New mailbox/ }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Support');
    await page.getByLabel('E-mail address').fill(newAddress('support'));
    await page.getByLabel('How it comes').selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Test' }).waitFor();
    await page.getByRole('link', { name: 'Mine' }).click();
    await step('Connect a mailbox').getByRole('img', { name: 'Done' }).waitFor();
    await step('Put the widget on a page').getByRole('link').click();
    await page.getByLabel('Line for your page').waitFor();
    await page.getByRole('link', { name: 'Mine' }).click();
    // The widget of a page begins a session, and its visitor writes: an event says so.
    const { apiToken } = ok(await team.founder.api.call('GET', `/projects/${team.projectId}`));
    const widget = { 'api-token': apiToken };
    const anonymous = createApi(() => `${world.platform.origin}/v3`);
    const { svcId, svcHash } = ok(await anonymous.call('POST', '/shared/sessions', {}, widget));
    const visitor = { ...widget, 'svc-id': svcId, 'svc-hash': svcHash };
    ok(await anonymous.call('POST', '/shared/conversations', { message: 'Hello?' }, visitor));
    await steps.waitFor({ state: 'hidden' });
    await page.getByText('Choose a ticket').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('can be hidden, and stays so in this browser', async () => {
    const team = await world.team();
    const { page, context } = await world.open(team.founder, '/inbox/mine');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('button', { name: 'Hide these steps' }).click();
    await steps.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('Choose a ticket').waitFor();
    expect(await steps.count()).toBe(0);
    await context.close();
  });
});
