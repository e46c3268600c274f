import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, ok } from './support/api';
import { type Customer, openCustomer } from './support/customer';
import { closeLive, findRealtime, listen, type LiveClient } from './support/live';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

/** Seconds until a person without a window is away. */
const AWAY_AFTER = 3;

describe('A person who closes the last window', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let customer: Customer;
  const anonymous = createApi(() => `${platform.origin}/v3`);
  const start = (home: object = {}): Promise<RunningPlatform> =>
    startPlatform({
      SMTP_URL: mailbox.url,
      PARLEY_DEMO: '0',
      AWAY_AFTER_SECONDS: String(AWAY_AFTER),
      ...home,
    });
  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await start();
    customer = await openCustomer(anonymous, mailbox);
  });
  afterEach(closeLive);
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  const openWindow = async (): Promise<LiveClient> => {
    const realtime = await findRealtime(anonymous, customer.apiToken);
    const path = '/realtime/channel-auth';
    const window = listen(realtime, `private-project-${customer.projectId}`, { api: customer.agent, path });
    await window.began;
    return window;
  };
  const readAvailable = async (api: Api): Promise<boolean> =>
    ok(await api.call('GET', '/users/me')).available;
  const until = (available: boolean): Promise<void> =>
    eventually(async () => expect(await readAvailable(customer.agent)).toBe(available));

  it('is away a time later, is passed over, and is available again with the next window', async () => {
    const team = ok(
      await customer.team.call('POST', '/teams', {
        name: 'First line',
        assignmentMethod: 'circular',
        selectOnlyOnlineMembers: true,
        members: [customer.agentId],
      }),
    );
    const window = await openWindow();
    await sleep(AWAY_AFTER * 2_000);
    // A machine that stood still for longer reports the window again.
    await until(true);
    const closedAt = Date.now();
    window.client.disconnect();
    await until(false);
    expect(Date.now() - closedAt).toBeGreaterThanOrEqual(AWAY_AFTER * 1_000 - 100);
    const ticket = ok(
      await customer.team.call('POST', '/tickets', { title: 'Help', processingTeam: team.id }),
    );
    expect(ticket).toMatchObject({ queued: true });
    await openWindow();
    await until(true);
    await eventually(async () => {
      const assigned = ok(await customer.team.call('GET', `/tickets/${ticket.id}`));
      expect(assigned).toMatchObject({ queued: false, processingUser: { id: customer.agentId } });
    });
  });

  it('stays away with a window who set it so, and stays available who opens none', async () => {
    ok(await customer.agent.call('PUT', '/users/me', { available: false }));
    await openWindow();
    await sleep(1_500);
    expect(await readAvailable(customer.agent)).toBe(false);
    ok(await customer.agent.call('PUT', '/users/me', { available: true }));
    expect(await readAvailable(customer.team)).toBe(true);
  });

  it('is away as well after the process that knew of the window was killed', async () => {
    await openWindow();
    await until(true);
    await platform.kill();
    closeLive();
    platform = await start({ PARLEY_HOME: platform.home, PORT: platform.env['PORT'] ?? '' });
    await until(false);
    expect(await readAvailable(customer.team)).toBe(true);
  });
});
