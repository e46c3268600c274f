import type { Task } from '@parley/jobs';
import { eventually } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { createUpkeep } from '../src/webhooks/prune-deliveries';
import { pruneDeliveries, pruneEvents } from '../src/webhooks/prune.store';
import { UNKNOWN } from './support/people';
import type { Received } from './support/receiver';
import { freshPath, startWebhookWorld, type WebhookProject, type WebhookWorld } from './support/webhooks';

const DAY = 86_400_000;

let world: WebhookWorld;
let shop: WebhookProject;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.project();
});

const untilRequests = (path: string, count: number) => world.untilRequests(path, count);
const verify = (secret: string | undefined, { headers, body }: Received): unknown =>
  new Verifier(String(secret)).verify(body, headers);

describe('ListWebhookDeliveries', () => {
  it('answers the newest first, in pages, by before, and by status', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    for (let count = 1; count <= 5; count += 1) {
      await world.tickets.tell([shop.ticketEvent('created', { title: `t${count}` })]);
      await untilRequests(path, count);
    }
    const all = (await shop.deliveries(webhook.id)).map(({ id }) => id);
    expect(all).toEqual([...all].sort().reverse());
    const ids = async (rest: object) => (await shop.deliveries(webhook.id, rest)).map(({ id }) => id);
    expect(await ids({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await ids({ limit: 2, skip: 2 })).toEqual(all.slice(2, 4));
    expect(await ids({ before: all[1] })).toEqual(all.slice(2));
    await eventually(async () => expect(await ids({ status: 'delivered' })).toEqual(all));
    expect(await ids({ status: 'delivered', before: all[3] })).toEqual(all.slice(4));
    expect(await ids({ status: 'failed' })).toEqual([]);
  });
});

describe('RedeliverWebhook', () => {
  const redeliver = (webhookId: string, deliveryId: string, context = shop.context) =>
    world.workspace.webhooks.redeliverWebhook({ webhookId, deliveryId }, context);

  it('sends a delivered one again under the same webhook-id with the same body', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    await world.tickets.tell([shop.ticketEvent('created')]);
    const [delivery] = await eventually(async () => {
      const all = await shop.deliveries(webhook.id);
      expect(all).toMatchObject([{ status: 'delivered' }]);
      return all;
    });
    const answer = await redeliver(webhook.id, String(delivery?.id));
    expect(answer.delivery).toMatchObject({ id: delivery?.id, status: 'pending' });
    const [first, second] = await untilRequests(path, 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    await eventually(async () =>
      expect(await shop.deliveries(webhook.id)).toMatchObject([
        { status: 'delivered', attempts: [{ status: 204 }, { status: 204 }] },
      ]),
    );
  });

  it('gives a failed one all its attempts anew', async () => {
    const path = freshPath();
    world.receiver.answers.set(path, (_, response) => response.writeHead(500).end());
    const webhook = await shop.webhook(path);
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(path, 1);
    const { db } = world.workspace.database;
    const [delivery] = await eventually(async () => {
      const rows = await db.query<{ id: string }>(
        `UPDATE webhook_delivery SET status = 'failed', tries = 8 WHERE webhook_id = $1 AND attempted RETURNING id`,
        [webhook.id],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    await redeliver(webhook.id, String(delivery?.id));
    await untilRequests(path, 2);
    await eventually(async () => {
      const [again] = await shop.deliveries(webhook.id);
      expect(again?.attempts).toHaveLength(2);
      const wait = Date.parse(String(again?.nextAttemptAt)) - world.now().getTime();
      expect(wait).toBeLessThanOrEqual(5_500);
    });
  });

  it('keeps the newest 50 attempts', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    await world.tickets.tell([shop.ticketEvent('created')]);
    const [delivery] = await eventually(async () => {
      const all = await shop.deliveries(webhook.id);
      expect(all).toMatchObject([{ status: 'delivered' }]);
      return all;
    });
    const { db } = world.workspace.database;
    await db.query(
      `UPDATE webhook_delivery SET attempts = (SELECT jsonb_agg(jsonb_build_object(
         'at', '2026-01-01T00:00:00.000Z', 'durationMs', n)) FROM generate_series(1, 50) n) WHERE webhook_id = $1`,
      [webhook.id],
    );
    await redeliver(webhook.id, String(delivery?.id));
    await eventually(async () => {
      const attempts = (await shop.deliveries(webhook.id))[0]?.attempts ?? [];
      expect(attempts).toHaveLength(50);
      expect(attempts[0]?.durationMs).toBe(2);
      expect(attempts[49]?.status).toBe(204);
    });
  });

  it('answers 404 for an unknown delivery or another webhook’s, and 409 while the webhook is disabled', async () => {
    const path = freshPath();
    const events = ['TICKET_CREATED', 'TICKET_UPDATED'];
    const [webhook, other] = [await shop.webhook(path, { events }), await shop.webhook(freshPath())];
    await world.tickets.tell([shop.ticketEvent('created'), shop.ticketEvent('updated')]);
    await untilRequests(path, 2);
    const [delivery] = await shop.deliveries(webhook.id);
    const missing = { kind: 'notFound', reason: 'WEBHOOK_DELIVERY_NOT_FOUND' };
    await expect(redeliver(webhook.id, UNKNOWN)).rejects.toMatchObject(missing);
    await expect(redeliver(other.id, String(delivery?.id))).rejects.toMatchObject(missing);
    await world.workspace.webhooks.updateWebhook({ webhookId: webhook.id, enabled: false }, shop.context);
    await expect(redeliver(webhook.id, String(delivery?.id))).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'WEBHOOK_DISABLED',
    });
  });
});

describe('RotateWebhookSecret', () => {
  it('shows a new secret once; both sign for 24 hours, then the new one alone', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    const rotated = await world.workspace.webhooks.rotateWebhookSecret(
      { webhookId: webhook.id },
      shop.context,
    );
    const secret = rotated.webhook?.secret;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(webhook.secret);
    expect((await shop.get(webhook.id)).secret).toBeUndefined();

    const deliver = async (count: number): Promise<Received> => {
      await world.tickets.tell([shop.ticketEvent('created')]);
      return (await untilRequests(path, count))[count - 1] as Received;
    };
    const during = await deliver(1);
    expect(during.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    // The clock of the tests stands ahead of the verifier's, which takes five minutes.
    const unhurried = (one: Received): Received => {
      jest.useFakeTimers({ now: Number(one.headers['webhook-timestamp']) * 1_000, doNotFake: ['nextTick'] });
      return one;
    };
    try {
      for (const good of [webhook.secret, secret])
        expect(verify(good, unhurried(during))).toMatchObject({ event: 'TICKET_CREATED' });
      expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', during)).toThrow('No matching signature');
    } finally {
      jest.useRealTimers();
    }

    world.advance(DAY);
    const after = await deliver(2);
    try {
      expect(verify(secret, unhurried(after))).toMatchObject({ event: 'TICKET_CREATED' });
      expect(() => verify(webhook.secret, after)).toThrow('No matching signature');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('what is kept', () => {
  const countDeliveries = async (webhookId: string): Promise<number> => {
    const [row] = await world.workspace.database.db.query<{ count: number }>(
      'SELECT count(*) AS count FROM webhook_delivery WHERE webhook_id = $1',
      [webhookId],
    );
    return row?.count ?? -1;
  };

  it('goes after 30 days, in chunks', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    await world.tickets.tell(Array.from({ length: 3 }, () => shop.ticketEvent('created')));
    await untilRequests(path, 3);
    await eventually(async () =>
      expect(await shop.deliveries(webhook.id, { status: 'delivered' })).toHaveLength(3),
    );
    const { db } = world.workspace.database;
    const age = (table: string, days: number) =>
      db.query(`UPDATE ${table} SET created_at = now() - make_interval(days => $2) WHERE project_id = $1`, [
        shop.project.id,
        days,
      ]);
    for (const table of ['webhook_delivery', 'webhook_event']) await age(table, 20);
    const before = new Date(Date.now() - 25 * DAY);
    expect(await pruneDeliveries(db, before, 2)).toBe(0);
    for (const table of ['webhook_delivery', 'webhook_event']) await age(table, 31);
    expect(await pruneDeliveries(db, before, 2)).toBe(2);
    expect(await pruneDeliveries(db, before, 2)).toBe(1);
    expect(await pruneEvents(db, before, 10)).toBe(3);
    expect(await shop.deliveries(webhook.id)).toEqual([]);
  });

  it('goes to the minute 30 days after its event, by itself', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(path, 1);
    const { db } = world.workspace.database;
    const [{ at } = { at: new Date() }] = await db.query<{ at: Date }>(
      'SELECT created_at AS at FROM webhook_event WHERE project_id = $1',
      [shop.project.id],
    );
    const roundAt = async (age: number): Promise<void> => {
      const upkeep = createUpkeep({ store: { sql: db }, clock: () => new Date(at.getTime() + age) });
      await upkeep.handle({}, {} as Task);
    };
    await roundAt(30 * DAY);
    expect(await countDeliveries(webhook.id)).toBe(1);
    await roundAt(30 * DAY + 60_000);
    expect(await countDeliveries(webhook.id)).toBe(0);
    expect(await db.query('SELECT 1 FROM webhook_event WHERE project_id = $1', [shop.project.id])).toEqual(
      [],
    );
  });

  it('goes with its webhook', async () => {
    const path = freshPath();
    const [webhook, other] = [await shop.webhook(path), await shop.webhook(freshPath())];
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(path, 1);
    await world.workspace.webhooks.deleteWebhook({ webhookId: webhook.id }, shop.context);
    const { db } = world.workspace.database;
    await eventually(async () => {
      expect(await countDeliveries(webhook.id)).toBe(0);
      expect(await db.query('SELECT 1 FROM webhook WHERE id = $1', [webhook.id])).toEqual([]);
    });
    expect(await countDeliveries(other.id)).toBe(1);
    // The event that nobody else got is gone too, whatever its age.
    const told = await db.query('SELECT event FROM webhook_event WHERE project_id = $1', [shop.project.id]);
    expect(told).toEqual([{ event: 'TICKET_CREATED' }]);
  });
});
