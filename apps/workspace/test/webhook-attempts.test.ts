import { createOutbound } from '@parley/outbound';
import { eventually } from '@parley/testing';
import { sendDelivery } from '../src/webhooks/send-delivery';
import { listEvents, recordEvents } from './support/people';
import { freshPath, startWebhookWorld, type WebhookProject, type WebhookWorld } from './support/webhooks';

const DAY = 86_400_000;

let world: WebhookWorld;
let shop: WebhookProject;
beforeAll(async () => {
  world = await startWebhookWorld();
  await recordEvents(world.workspace);
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.project();
});

const requestsTo = (path: string) => world.requestsTo(path);
const untilRequests = (path: string, count: number) => world.untilRequests(path, count);

describe('an attempt that is not acknowledged', () => {
  /** One delivery to a path, after its first attempt. */
  const attempted = async (path: string) => {
    const webhook = await shop.webhook(path);
    await world.tickets.tell([shop.ticketEvent('created')]);
    const delivery = await eventually(async () => {
      const [one] = await shop.deliveries(webhook.id);
      expect(one?.attempts).toHaveLength(1);
      return one;
    });
    return { webhook, delivery };
  };

  it.each([301, 302, 400, 404, 500, 503])('because of %i is tried again after 5 s', async (status) => {
    const [path, elsewhere] = [freshPath(), freshPath()];
    world.receiver.answers.set(path, (_, response) =>
      response.writeHead(status, { location: `${world.receiver.url}${elsewhere}` }).end('Not today.'),
    );
    const before = world.now().getTime();
    const { webhook, delivery } = await attempted(path);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status, error: `The receiver answered ${status}`, response: 'Not today.' }],
    });
    const next = Date.parse(String(delivery?.nextAttemptAt));
    expect(next).toBeGreaterThanOrEqual(before + 5_000);
    expect(next).toBeLessThanOrEqual(world.now().getTime() + 5_500);
    expect((await shop.get(webhook.id)).failingSince).toBeDefined();
    expect(requestsTo(elsewhere)).toEqual([]);
  });

  it('because nobody answers names the reason without a status', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.destroy());
    const { delivery } = await attempted(path);
    expect(delivery?.attempts[0]?.error).toContain('could not be reached');
    expect(delivery?.attempts[0]?.status).toBeUndefined();
  });

  it('keeps the first 1,024 bytes of the answer, whatever they are and however much follows', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => {
      response.writeHead(500);
      response.write('a\0b');
      const more = (): void => {
        while (!response.destroyed && response.write('ü'.repeat(5_000)));
      };
      response.on('drain', more);
      more();
    });
    const { delivery } = await attempted(path);
    const response = String(delivery?.attempts[0]?.response);
    expect(response.startsWith('abüü')).toBe(true);
    expect(response.length).toBeLessThanOrEqual(1_024);
  });

  it('is followed by seven more, the last 27 h 35 min later, under one webhook-id; then it has failed', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.writeHead(500).end());
    const { webhook, delivery } = await attempted(path);
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    for (const [index, seconds] of delays.entries()) {
      const [waiting] = await shop.deliveries(webhook.id);
      const { at = '', durationMs = 0 } = waiting?.attempts.at(-1) ?? {};
      const wait = Date.parse(String(waiting?.nextAttemptAt)) - Date.parse(at);
      expect(wait).toBeGreaterThanOrEqual(seconds * 1_000);
      // A tenth by chance; the rest is the time that the attempt took, and to write it down.
      expect(wait).toBeLessThan(seconds * 1_100 + durationMs + 10_000);
      world.advance(seconds * 1_100);
      await untilRequests(path, index + 2);
      await eventually(async () =>
        expect((await shop.deliveries(webhook.id))[0]?.attempts).toHaveLength(index + 2),
      );
    }
    expect(await shop.deliveries(webhook.id)).toMatchObject([{ id: delivery?.id, status: 'failed' }]);
    const requests = requestsTo(path);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(await shop.deliveries(webhook.id, { status: 'failed' })).toHaveLength(1);
    expect(await shop.deliveries(webhook.id, { status: 'pending' })).toEqual([]);
  });

  it.each([429, 503])(
    'because of %i with Retry-After waits as long, and all that follow with it',
    async (status) => {
      const path = freshPath();
      world.receiver.answers.set(path, (_, response) =>
        response.writeHead(status, { 'retry-after': '120' }).end(),
      );
      const before = world.now().getTime();
      const { webhook, delivery } = await attempted(path);
      expect(Date.parse(String(delivery?.nextAttemptAt))).toBeGreaterThanOrEqual(before + 120_000);
      world.receiver.answers.delete(path);
      const other = freshPath();
      await shop.webhook(other);
      await world.tickets.tell([shop.ticketEvent('created')]);
      await untilRequests(other, 1);
      expect(requestsTo(path)).toHaveLength(1);
      world.advance(130_000);
      await untilRequests(path, 3);
      await eventually(async () =>
        expect((await shop.deliveries(webhook.id)).map((one) => one.status)).toEqual([
          'delivered',
          'delivered',
        ]),
      );
      expect((await shop.get(webhook.id)).failingSince).toBeUndefined();
    },
  );

  it('because of 410 disables the webhook at once and tells services and admins', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.writeHead(410).end());
    const { webhook, delivery } = await attempted(path);
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
    expect(await shop.get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect(await listEvents(world.workspace, webhook.id)).toEqual([
      {
        subject: 'workspace.v1.webhook.disabled',
        projectId: shop.project.id,
        payload: { projectId: shop.project.id, webhookId: webhook.id, reason: 'gone' },
      },
    ]);
    await eventually(() => {
      const mails = world.workspace.inbox.mailsTo(world.owner.user.email);
      expect(mails.filter((mail) => mail.includes(path))).toHaveLength(1);
    });
    // That another webhook got the event tells that this one would have, too.
    const other = freshPath();
    await shop.webhook(other);
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(other, 1);
    expect(await shop.deliveries(webhook.id)).toHaveLength(1);
  });

  it('with which processes died three times disables the webhook', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.writeHead(500).end());
    const { webhook } = await attempted(path);
    const { db } = world.workspace.database;
    await eventually(async () => {
      const died = await db.query(
        `UPDATE job SET deaths = 3 WHERE key = $1 AND status = 'waiting' RETURNING 1`,
        [webhook.id],
      );
      expect(died).toHaveLength(1);
    });
    world.advance(6_000);
    await eventually(async () =>
      expect(await shop.get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'crashing' }),
    );
    expect(await listEvents(world.workspace, webhook.id)).toMatchObject([
      { payload: { reason: 'crashing' } },
    ]);
    await eventually(() => {
      const mails = world.workspace.inbox.mailsTo(world.owner.user.email);
      expect(mails.filter((mail) => mail.includes(path))).toHaveLength(1);
    });
    // Enabled again, it goes on.
    world.receiver.answers.delete(path);
    await world.workspace.webhooks.updateWebhook({ webhookId: webhook.id, enabled: true }, shop.context);
    await eventually(async () => expect((await shop.deliveries(webhook.id))[0]?.status).toBe('delivered'));
  });

  it('five days after the first failure disables the webhook; what waits goes on when it is enabled', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.writeHead(500).end());
    const { webhook } = await attempted(path);
    world.advance(5 * DAY - 3_600_000);
    await untilRequests(path, 2);
    await eventually(async () => expect((await shop.deliveries(webhook.id))[0]?.attempts).toHaveLength(2));
    expect((await shop.get(webhook.id)).enabled).toBe(true);
    world.advance(3_600_000);
    await eventually(async () =>
      expect(await shop.get(webhook.id)).toMatchObject({ enabled: false, disabledReason: 'failing' }),
    );
    expect(await listEvents(world.workspace, webhook.id)).toMatchObject([{ payload: { reason: 'failing' } }]);
    const [waiting] = await shop.deliveries(webhook.id);
    expect(waiting?.status).toBe('pending');
    world.receiver.answers.delete(path);
    await world.workspace.webhooks.updateWebhook({ webhookId: webhook.id, enabled: true }, shop.context);
    world.advance(DAY);
    await eventually(async () => expect((await shop.deliveries(webhook.id))[0]?.status).toBe('delivered'));
  });
});

describe('a delivery to a name', () => {
  it.each([
    ['private', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['link-local', ['169.254.169.254']],
    ['public beside a private', ['203.0.113.9', '10.0.0.1']],
  ])('whose address is %s by now fails and reaches nobody', async (_kind, addresses) => {
    const path = freshPath();
    const outbound = createOutbound({
      allowedNetworks: [],
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
    });
    const { port } = new URL(world.receiver.url);
    const url = `http://hooks.example.com:${port}${path}`;
    // A name is judged when the request is made.
    outbound.check(url);
    const request = { url, headers: [], signature: {}, body: '{}' };
    const outcome = await sendDelivery(outbound, request, {
      at: world.now(),
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({
      isAcknowledged: false,
      isGone: false,
      attempt: { error: 'hooks.example.com is not an address on the public internet' },
    });
    expect(requestsTo(path)).toEqual([]);
    await outbound.close();
  });
});
