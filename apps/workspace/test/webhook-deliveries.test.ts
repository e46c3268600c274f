import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { onEvent } from '../src/webhooks/on-event';
import { pruneDeleted, pruneDeliveries, pruneEvents } from '../src/webhooks/prune.store';
import { type Received } from './support/receiver';
import { UNKNOWN } from './support/people';
import { startWebhookWorld, type WebhookProject, type WebhookWorld } from './support/webhooks';
import { eventsOf, recordEvents } from './support/people';

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

/** A path that no other test uses. */
const freshPath = (): string => `/${newId()}`;
const requestsTo = (path: string): Received[] => world.receiver.received.filter((one) => one.path === path);
const untilRequests = (path: string, count: number): Promise<Received[]> =>
  eventually(() => {
    const requests = requestsTo(path);
    expect(requests).toHaveLength(count);
    return requests;
  });
const verify = (secret: string | undefined, { headers, body }: Received): unknown =>
  new Verifier(String(secret)).verify(body, headers);

describe('an event', () => {
  const about = (path: string, subject: string, payload: object) => {
    const [service] = subject.split('.') as ['tickets' | 'contacts' | 'helpcenter'];
    return world[service].tell([{ subject, projectId: shop.project.id, aggregateId: newId(), payload }]);
  };

  it.each([
    ['TICKET_CREATED', 'tickets.v1.ticket.created', 'ticket'],
    ['TICKET_UPDATED', 'tickets.v1.ticket.updated', 'ticket'],
    ['TICKET_DELETED', 'tickets.v1.ticket.deleted', 'ticket'],
    ['MESSAGE_CREATED', 'tickets.v1.message.created', 'message'],
    ['MESSAGE_UPDATED', 'tickets.v1.message.updated', 'message'],
    ['SESSION_CREATED', 'contacts.v1.contact.created', 'contact'],
    ['SESSION_UPDATED', 'contacts.v1.contact.updated', 'contact'],
    ['ARTICLE_PUBLISHED', 'helpcenter.v1.article.published', 'article'],
  ])('%s is posted as { event, projectId, createdAt, data }, signed', async (event, subject, noun) => {
    const path = freshPath();
    const headers = [{ key: 'Authorization', value: 'Bearer abc' }];
    const webhook = await shop.webhook(path, { events: [event], headers });
    await shop.webhook(freshPath(), { events: ['PIPELINE_ENTRY_MOVED'] });
    const data = { id: newId(), type: 'BUG', isNote: true, title: 'Größe “ok”' };
    const [eventId] = await about(path, subject, { [noun]: data, ticketType: 'BUG', reference: {} });
    const [request] = await untilRequests(path, 1);
    expect(JSON.parse(String(request?.body))).toEqual({
      event,
      projectId: shop.project.id,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data,
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': `msg_${eventId}`,
      authorization: 'Bearer abc',
    });
    expect(verify(webhook.secret, request as Received)).toMatchObject({ event });
    const [delivery] = await eventually(async () => {
      const all = await shop.deliveries(webhook.id);
      expect(all).toMatchObject([{ status: 'delivered' }]);
      return all;
    });
    expect(delivery).toEqual({
      id: delivery?._id,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      project: shop.project.id,
      webhook: webhook.id,
      messageId: `msg_${eventId}`,
      event,
      status: 'delivered',
      attempts: [{ at: expect.any(String), status: 204, durationMs: expect.any(Number) }],
      deliveredAt: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  it('reaches each webhook that wants it once, another project’s never, and a disabled one leaves no row', async () => {
    const paths = [freshPath(), freshPath(), freshPath(), freshPath()] as const;
    const [one, two, off] = [
      await shop.webhook(paths[0]),
      await shop.webhook(paths[1]),
      await shop.webhook(paths[2], { enabled: false }),
    ];
    await (await world.project()).webhook(paths[3]);
    await world.tickets.tell([shop.ticketEvent('created')]);
    const [first] = await untilRequests(paths[0], 1);
    const [second] = await untilRequests(paths[1], 1);
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    expect(await shop.deliveries(one.id)).toHaveLength(1);
    expect(await shop.deliveries(two.id)).toHaveLength(1);
    expect(await shop.deliveries(off.id)).toEqual([]);
    expect(requestsTo(paths[3])).toEqual([]);
  });

  it('is kept once for a webhook, however often it is handled', async () => {
    const path = freshPath();
    const webhook = await shop.webhook(path);
    const { db } = world.workspace.database;
    const handle = onEvent({ clock: world.now, deliveries: { expect: () => undefined } });
    const event = { ...shop.ticketEvent('created'), id: newId(), headers: {}, createdAt: new Date() };
    for (let time = 0; time < 3; time += 1) await db.transaction((tx) => handle(event, tx));
    expect(await shop.deliveries(webhook.id)).toHaveLength(1);
    await untilRequests(path, 1);
  });

  it('about a ticket passes filters.ticketTypes by the ticket’s type, and others pass any', async () => {
    const path = freshPath();
    const events = ['TICKET_CREATED', 'MESSAGE_CREATED', 'SESSION_CREATED'];
    await shop.webhook(path, { events, filters: { ticketTypes: ['BUG'] } });
    const message = (ticketType: string) => ({
      subject: 'tickets.v1.message.created',
      projectId: shop.project.id,
      aggregateId: newId(),
      payload: { message: { id: `message of ${ticketType}` }, ticketType },
    });
    await world.tickets.tell([
      shop.ticketEvent('created', { id: newId(), type: 'INQUIRY' }),
      message('INQUIRY'),
      shop.ticketEvent('created', { id: newId(), type: 'BUG' }),
      message('BUG'),
    ]);
    await about(path, 'contacts.v1.contact.created', { contact: { id: 'contact' } });
    await untilRequests(path, 3);
    expect(
      world.receiver
        .at(path)
        .map(({ event, data }) => `${event} ${data['type'] ?? data['id']}`)
        .sort(),
    ).toEqual(['MESSAGE_CREATED message of BUG', 'SESSION_CREATED contact', 'TICKET_CREATED BUG']);
  });
});

describe('deliveries to one webhook', () => {
  it('come one after the other for one ticket, whatever happens to the first, and side by side for others', async () => {
    const path = freshPath();
    const ticket = newId();
    const held: (() => void)[] = [];
    world.receiver.answers.set(path, ({ body }, response) => {
      const isFirst =
        (JSON.parse(body) as { event: string }).event === 'TICKET_CREATED' && body.includes(ticket);
      if (isFirst) held.push(() => response.writeHead(500).end());
      else response.writeHead(200).end();
    });
    await shop.webhook(path, { events: ['TICKET_CREATED', 'TICKET_UPDATED'] });
    await world.tickets.tell([
      shop.ticketEvent('created', { id: ticket }),
      shop.ticketEvent('updated', { id: ticket, title: 'second' }),
      shop.ticketEvent('updated', { id: ticket, title: 'third' }),
      shop.ticketEvent('created', { title: 'another' }),
    ]);
    await untilRequests(path, 2);
    expect(
      world.receiver
        .at(path)
        .map(({ data }) => data['title'])
        .sort(),
    ).toEqual(['Broken', 'another']);
    held.forEach((answer) => answer());
    await untilRequests(path, 4);
    expect(
      world.receiver
        .at(path)
        .slice(2)
        .map(({ data }) => data['title']),
    ).toEqual(['second', 'third']);
  });

  it('are at most 8 at a time, and hold up no other webhook', async () => {
    const [slow, quick] = [freshPath(), freshPath()];
    const held: (() => void)[] = [];
    world.receiver.answers.set(slow, (_, response) => held.push(() => response.writeHead(200).end()));
    await shop.webhook(slow);
    await shop.webhook(quick);
    await world.tickets.tell(Array.from({ length: 120 }, () => shop.ticketEvent('created')));
    await untilRequests(quick, 120);
    expect(requestsTo(slow)).toHaveLength(8);
    world.receiver.answers.delete(slow);
    held.forEach((answer) => answer());
    await untilRequests(slow, 120);
  });
});

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

  it.each([199, 301, 302, 400, 404, 500, 503].slice(1))(
    'because of %i is tried again after 5 s',
    async (status) => {
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
    },
  );

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
      const last = Date.parse(String(waiting?.attempts.at(-1)?.at));
      const wait = Date.parse(String(waiting?.nextAttemptAt)) - last;
      expect(wait).toBeGreaterThanOrEqual(seconds * 1_000);
      // A tenth by chance; the rest is the time that the attempt took.
      expect(wait).toBeLessThan(seconds * 1_100 + 4_000);
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
  }, 60_000);

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
    expect(await eventsOf(world.workspace, webhook.id)).toEqual([
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
    await world.tickets.tell([shop.ticketEvent('created')]);
    const other = freshPath();
    await shop.webhook(other);
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(other, 1);
    expect(await shop.deliveries(webhook.id)).toHaveLength(1);
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
    expect(await eventsOf(world.workspace, webhook.id)).toMatchObject([{ payload: { reason: 'failing' } }]);
    const [waiting] = await shop.deliveries(webhook.id);
    expect(waiting?.status).toBe('pending');
    world.receiver.answers.delete(path);
    await world.workspace.webhooks.updateWebhook({ webhookId: webhook.id, enabled: true }, shop.context);
    world.advance(DAY);
    await eventually(async () => expect((await shop.deliveries(webhook.id))[0]?.status).toBe('delivered'));
  });
});

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
        `UPDATE webhook_delivery SET status = 'failed', tries = 8 WHERE webhook_id = $1 AND lease IS NULL RETURNING id`,
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
    const [webhook, other] = [await shop.webhook(path), await shop.webhook(freshPath())];
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(path, 1);
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
  const countOf = async (webhookId: string): Promise<number> => {
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

  it('goes with its webhook', async () => {
    const path = freshPath();
    const [webhook, other] = [await shop.webhook(path), await shop.webhook(freshPath())];
    await world.tickets.tell([shop.ticketEvent('created')]);
    await untilRequests(path, 1);
    await world.workspace.webhooks.deleteWebhook({ webhookId: webhook.id }, shop.context);
    const { db } = world.workspace.database;
    await eventually(async () => {
      await pruneDeleted(db, 10);
      expect(await countOf(webhook.id)).toBe(0);
      expect(await db.query('SELECT 1 FROM webhook WHERE id = $1', [webhook.id])).toEqual([]);
    });
    expect(await countOf(other.id)).toBe(1);
  });
});
