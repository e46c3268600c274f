import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { Webhook as Verifier } from 'standardwebhooks';
import { onEvents } from '../src/webhooks/on-event';
import type { Received } from './support/receiver';
import { freshPath, startWebhookWorld, type WebhookProject, type WebhookWorld } from './support/webhooks';

let world: WebhookWorld;
let shop: WebhookProject;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.project();
});

const requestsTo = (path: string) => world.requestsTo(path);
const untilRequests = (path: string, count: number) => world.untilRequests(path, count);
const verify = (secret: string | undefined, { headers, body }: Received): unknown =>
  new Verifier(String(secret)).verify(body, headers);

describe('an event', () => {
  const about = (subject: string, payload: object) => {
    const [service] = subject.split('.') as ['tickets' | 'contacts' | 'helpcenter'];
    return world[service].tell([{ subject, projectId: shop.project.id, aggregateId: newId(), payload }]);
  };

  it('CONVERSATION_RATED leaves when a ticket is created with a rating and when its rating changes, only then', async () => {
    const path = freshPath();
    await shop.webhook(path, { events: ['CONVERSATION_RATED'] });
    const ticket = (fields: object) => ({ id: newId(), type: 'BUG', ...fields });
    await about('tickets.v1.ticket.created', { ticket: ticket({ title: 'unrated' }) });
    await about('tickets.v1.ticket.created', { ticket: ticket({ conversationRating: 0 }) });
    await about('tickets.v1.ticket.updated', {
      ticket: ticket({ conversationRating: 8 }),
      changed: ['title'],
    });
    const changed = ['title', 'conversationRating'];
    await about('tickets.v1.ticket.updated', { ticket: ticket({ conversationRating: 9 }), changed });
    await about('tickets.v1.ticket.updated', {
      ticket: ticket({ conversationRating: 9, conversationRatingComment: 'well' }),
      changed: ['conversationRatingComment'],
    });
    const last = ticket({ title: 'withdrawn' });
    await about('tickets.v1.ticket.updated', { ticket: last, changed: ['conversationRating'] });
    await eventually(async () => {
      const requests = await untilRequests(path, 3);
      const told = requests.map(({ body }) => JSON.parse(String(body)));
      expect(told.map(({ event, data }) => [event, data.conversationRating])).toEqual(
        expect.arrayContaining([
          ['CONVERSATION_RATED', 0],
          ['CONVERSATION_RATED', 9],
          ['CONVERSATION_RATED', undefined],
        ]),
      );
      expect(told).toHaveLength(3);
    });
  });

  it('a rating is told beside the change of the ticket, as a message of its own', async () => {
    const path = freshPath();
    await shop.webhook(path, { events: ['CONVERSATION_RATED', 'TICKET_UPDATED'] });
    const ticket = { id: newId(), type: 'BUG', conversationRating: 10 };
    await about('tickets.v1.ticket.updated', { ticket, changed: ['conversationRating'] });
    const requests = await untilRequests(path, 2);
    expect(requests.map(({ body }) => JSON.parse(String(body)).event).toSorted()).toEqual([
      'CONVERSATION_RATED',
      'TICKET_UPDATED',
    ]);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('MESSAGE_BOUNCED leaves when the mail of a message came back, only then, with the message', async () => {
    const path = freshPath();
    await shop.webhook(path, { events: ['MESSAGE_BOUNCED'] });
    const message = { id: newId(), delivery: [{ address: 'mia@customer.example', status: 'bounced' }] };
    const changed = ['delivery'];
    await about('tickets.v1.message.updated', { message: { id: newId() }, changed });
    await about('tickets.v1.message.updated', { message, changed, bounced: true });
    const [first, ...others] = await untilRequests(path, 1);
    expect(JSON.parse(String(first?.body))).toMatchObject({ event: 'MESSAGE_BOUNCED', data: message });
    expect(others).toEqual([]);
  });

  it.each([
    ['TICKET_CREATED', 'tickets.v1.ticket.created', 'ticket'],
    ['TICKET_UPDATED', 'tickets.v1.ticket.updated', 'ticket'],
    ['TICKET_UPDATED', 'tickets.v1.ticket.sla_breached', 'ticket'],
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
    const [eventId] = await about(subject, { [noun]: data, ticketType: 'BUG', reference: {} });
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

  it.each([
    ['PIPELINE_ENTRY_CREATED', 'added', {}],
    ['PIPELINE_ENTRY_UPDATED', 'updated', { changed: ['values.amount', 'dueDate'] }],
    ['PIPELINE_ENTRY_MOVED', 'moved', { fromLaneId: 'trial' }],
    ['PIPELINE_ENTRY_DELETED', 'removed', {}],
  ])(
    '%s tells the entry, its board and what happened, and hears of nothing else',
    async (event, verb, facts) => {
      const path = freshPath();
      await shop.webhook(path, { events: [event], filters: { ticketTypes: ['BUG'] } });
      const told = (index: number) => ({
        entry: { id: `e${index}`, laneId: 'won', values: { amount: 1 }, dueDate: null },
        pipeline: { id: 'p', name: 'Onboarding', columns: { widths: [] } },
      });
      await world.pipelines.tell(
        ['added', 'updated', 'moved', 'removed'].map((each, index) => ({
          subject: `pipelines.v1.entry.${each}`,
          projectId: shop.project.id,
          aggregateId: `e${index}`,
          payload: { ...told(index), contactId: newId(), ...(each === verb && facts) },
        })),
      );
      const [request] = await untilRequests(path, 1);
      const index = ['added', 'updated', 'moved', 'removed'].indexOf(verb);
      expect(JSON.parse(String(request?.body))).toMatchObject({ event, projectId: shop.project.id });
      expect((JSON.parse(String(request?.body)) as { data: unknown }).data).toEqual({
        ...told(index),
        ...facts,
      });
    },
  );

  it('tells moves of one entry in their order', async () => {
    const path = freshPath();
    await shop.webhook(path, { events: ['PIPELINE_ENTRY_MOVED'] });
    const id = newId();
    await world.pipelines.tell(
      Array.from({ length: 10 }, (_, n) => ({
        subject: 'pipelines.v1.entry.moved',
        projectId: shop.project.id,
        aggregateId: id,
        payload: { entry: { id, laneId: `l${n + 1}` }, pipeline: { id: 'p' }, fromLaneId: `l${n}` },
      })),
    );
    const from = (await untilRequests(path, 10)).map(
      ({ body }) => (JSON.parse(String(body)) as { data: { fromLaneId: string } }).data.fromLaneId,
    );
    expect(from).toEqual(Array.from({ length: 10 }, (_, n) => `l${n}`));
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
    const handle = onEvents({ clock: world.now });
    const event = { ...shop.ticketEvent('created'), id: newId(), headers: {}, createdAt: new Date() };
    for (let time = 0; time < 3; time += 1) await db.transaction((tx) => handle([event], tx));
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
    await about('contacts.v1.contact.created', { contact: { id: 'contact' } });
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
