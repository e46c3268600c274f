import { GONE_MS, holdThings, type NewEvent, pruneGone } from '@parley/events';
import { hashId, newId, type Sql } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { keepEvent } from '../src/webhooks/webhook-event.store';
import { freshPath, startWebhookWorld, type WebhookProject, type WebhookWorld } from './support/webhooks';

const DAY = 86_400_000;
const ALL = ['SESSION_CREATED', 'SESSION_UPDATED', 'TICKET_CREATED', 'TICKET_UPDATED', 'MESSAGE_CREATED'];

let world: WebhookWorld;
let shop: WebhookProject;
beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = await world.project();
});

const db = (): Sql => world.workspace.database.db;
const untilRequests = (path: string, count: number) => world.untilRequests(path, count);

const contactEvent = (verb: string, id: string, payload: object, project = shop): NewEvent => ({
  subject: `contacts.v1.contact.${verb}`,
  projectId: project.project.id,
  aggregateId: id,
  payload,
});
const created = (id: string, project = shop): NewEvent =>
  contactEvent('created', id, { contact: { id, name: 'Lin' }, reference: {} }, project);
const deleted = (id: string): NewEvent => contactEvent('deleted', id, { contactId: id });
const merged = (id: string, into: string): NewEvent =>
  contactEvent('merged', id, { contactId: id, into: { id: into } });
/** The part of a ticket that mentions other contacts. */
const mentioning = (ids: readonly string[]) => ({
  sessions: ids,
  participants: ids.map((id) => ({ id, role: 'cc' })),
});
const makeTicketEvent = (contactId: string, verb = 'created', others: readonly string[] = []): NewEvent => {
  const id = newId();
  return {
    subject: `tickets.v1.ticket.${verb}`,
    projectId: shop.project.id,
    aggregateId: id,
    payload: {
      ticket: {
        id,
        type: 'BUG',
        title: 'Vellum',
        session: { id: contactId, name: 'Lin' },
        ...mentioning(others),
      },
    },
  };
};
const makeMessageEvent = (contactId: string, authorId?: string): NewEvent => ({
  subject: 'tickets.v1.message.created',
  projectId: shop.project.id,
  aggregateId: newId(),
  payload: {
    message: { id: newId(), plainContent: 'Hello', ...(authorId && { session: { id: authorId } }) },
    ticketType: 'BUG',
    contactId,
  },
});

const makeEntryEvent = (contactId: string | undefined, verb = 'added'): NewEvent => {
  const id = newId();
  return {
    subject: `pipelines.v1.entry.${verb}`,
    projectId: shop.project.id,
    aggregateId: id,
    payload: {
      entry: { id, record: { id: contactId ?? newId(), name: 'Lin' } },
      pipeline: { id: 'p' },
      ...(contactId !== undefined && { contactId }),
    },
  };
};

/** Events of the project that are kept for webhooks, by contact. */
const kept = async (projectId = shop.project.id): Promise<string[]> =>
  (
    await db().query<{ about: string }>(
      `SELECT event || ' ' || coalesce(contact_id, '') AS about FROM webhook_event WHERE project_id = $1 ORDER BY 1`,
      [projectId],
    )
  ).map(({ about }) => about);
const mentions = (): Promise<{ body: string; ids: string[] }[]> =>
  db().query('SELECT body, mentioned_ids AS ids FROM webhook_event WHERE project_id = $1', [shop.project.id]);
const deliveries = async (): Promise<number> =>
  (await db().query('SELECT 1 FROM webhook_delivery WHERE project_id = $1', [shop.project.id])).length;
/** Waits until nothing is left to do for contacts that are gone. */
const untilFinished = () =>
  eventually(async () => {
    const values = [shop.project.id];
    expect(await db().query('SELECT FROM gone_contact WHERE project_id = $1', values)).not.toEqual([]);
    expect(
      await db().query("SELECT FROM job WHERE project_id = $1 AND name LIKE '%depart%'", values),
    ).toEqual([]);
  });

describe('a deleted contact', () => {
  it('takes along what webhooks were or would be told of its entries on boards, and no company’s', async () => {
    const [gone, other] = [newId(), newId()];
    const path = freshPath();
    const events = ['CREATED', 'UPDATED', 'MOVED', 'DELETED'].map((verb) => `PIPELINE_ENTRY_${verb}`);
    await shop.webhook(path, { events });
    await world.pipelines.tell([
      makeEntryEvent(gone),
      makeEntryEvent(other, 'moved'),
      makeEntryEvent(undefined),
    ]);
    await untilRequests(path, 3);
    await world.contacts.tell([deleted(gone)]);
    await untilFinished();
    const left = ['PIPELINE_ENTRY_CREATED ', `PIPELINE_ENTRY_MOVED ${other}`];
    expect(await kept()).toEqual(left);
    await world.pipelines.tell([
      makeEntryEvent(gone, 'updated'),
      makeEntryEvent(gone, 'removed'),
      makeEntryEvent(other, 'removed'),
    ]);
    await untilRequests(path, 4);
    expect(await kept()).toEqual(
      [...left, `PIPELINE_ENTRY_DELETED ${other}`].sort((one, two) => (one < two ? -1 : 1)),
    );
  });

  it('takes along what webhooks were told of it, sent or not, and nobody else’s', async () => {
    const [gone, other] = [newId(), newId()];
    const [path, failing] = [freshPath(), freshPath()];
    world.receiver.answers.set(failing, (_, response) => response.writeHead(500).end());
    await shop.webhook(path, { events: ALL });
    await shop.webhook(failing, { events: ALL });
    const elsewhere = await world.project();
    const farPath = freshPath();
    await elsewhere.webhook(farPath, { events: ALL });
    await world.contacts.tell([created(gone), created(other), created(gone, elsewhere)]);
    await world.tickets.tell([
      makeTicketEvent(gone),
      makeMessageEvent(gone),
      makeMessageEvent(gone, gone),
      makeMessageEvent(other, gone),
      makeMessageEvent(other, other),
      shop.ticketEvent('created'),
    ]);
    await untilRequests(path, 8);
    await untilRequests(farPath, 1);
    await world.contacts.tell([deleted(gone)]);
    await untilFinished();
    expect(await kept()).toEqual([`MESSAGE_CREATED ${other}`, `SESSION_CREATED ${other}`, 'TICKET_CREATED ']);
    expect(await deliveries()).toBe(6);
    expect(await kept(elsewhere.project.id)).toEqual([`SESSION_CREATED ${gone}`]);
    // What is known of it does not name it.
    const rows = await db().query('SELECT row_to_json(d)::text AS row FROM departed_contact d');
    expect(JSON.stringify(rows)).not.toContain(gone);
    expect(JSON.stringify(rows)).toContain(hashId(gone));
    // The end itself is told to no one, and nothing of it is tried again.
    world.advance(6_000);
    await eventually(() =>
      expect(
        world
          .requestsTo(failing)
          .map(({ headers }) => headers['webhook-id'])
          .filter((id, index, all) => all.indexOf(id) !== index).length,
      ).toBeGreaterThan(0),
    );
    const again = world.requestsTo(failing).slice(-1)[0];
    expect(again?.body).not.toContain(gone);
    expect(world.requestsTo(path)).toHaveLength(8);
  });

  it('is taken out of what webhooks were told of tickets that mention it, and of late events', async () => {
    const [gone, other, requester] = [newId(), newId(), newId()];
    const path = freshPath();
    await shop.webhook(path, { events: ALL });
    await world.tickets.tell(
      Array.from({ length: 25 }, () => makeTicketEvent(requester, 'created', [gone, other])),
    );
    await untilRequests(path, 25);
    await world.contacts.tell([deleted(gone)]);
    await untilFinished();
    await world.tickets.tell([makeTicketEvent(requester, 'updated', [gone, other])]);
    const requests = await untilRequests(path, 26);
    expect(JSON.parse(requests[25]?.body ?? '').data).toMatchObject(mentioning([other]));
    const rows = await mentions();
    expect(rows).toHaveLength(26);
    for (const { body, ids } of rows) {
      expect(JSON.parse(body).data).toMatchObject(mentioning([other]));
      expect(body).not.toContain(gone);
      expect(ids).toEqual([other]);
    }
  });

  it('is told of no more by events that come late', async () => {
    const [gone, other] = [newId(), newId()];
    const path = freshPath();
    await shop.webhook(path, { events: [...ALL, 'TICKET_DELETED'] });
    await world.contacts.tell([deleted(gone)]);
    await untilFinished();
    const late = [
      makeTicketEvent(gone),
      makeTicketEvent(gone, 'deleted'),
      makeMessageEvent(gone),
      makeMessageEvent(other, gone),
      makeMessageEvent(other),
    ];
    const ids = await world.tickets.tell(late);
    await eventually(async () => {
      const handled = await db().query('SELECT 1 FROM inbox_event WHERE event_id = ANY ($1)', [ids]);
      expect(handled).toHaveLength(late.length);
    });
    await untilRequests(path, 1);
    expect(await kept()).toEqual([`MESSAGE_CREATED ${other}`]);
  });

  it('is gone although an event of it was being kept at that moment', async () => {
    const gone = newId();
    const { id: webhookId } = await shop.webhook(freshPath(), { events: ALL });
    await world.workspace.database.db.transaction(async (tx) => {
      await holdThings(tx, [{ projectId: shop.project.id, id: gone }]);
      await world.contacts.tell([deleted(gone)]);
      await eventually(async () => {
        const waiting = await db().query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        expect(waiting).not.toEqual([]);
      });
      const event = { projectId: shop.project.id, id: newId(), aggregateId: newId(), body: '{}' };
      const about = { event: 'TICKET_CREATED', contactId: gone, createdAt: world.now() } as const;
      await keepEvent(tx, { ...event, ...about }, [{ id: newId(), webhookId }], world.now());
    });
    await untilFinished();
    expect(await kept()).toEqual([]);
    expect(await deliveries()).toBe(0);
  });

  it.each([
    ['its row', '$2', '{}'],
    ['its job', 'NULL', '{departed contact}'],
  ])(
    'is removed in batches of 200 events, and to the end after a former release left %s',
    async (_what, id, jobs) => {
      const gone = newId();
      const { id: webhookId } = await shop.webhook(freshPath(), { events: ALL, enabled: false });
      const values = [shop.project.id, gone];
      await db().query(
        `INSERT INTO webhook_event (project_id, id, event, aggregate_id, body, created_at, contact_id, author_id)
       SELECT $1, 'e' || n, 'MESSAGE_CREATED', 'a', '{}', now(), CASE WHEN n > 100 THEN $2 END, CASE WHEN n < 200 THEN $2 END
       FROM generate_series(1, 450) n`,
        values,
      );
      await db().query(
        `INSERT INTO webhook_delivery (project_id, webhook_id, id, event_id, aggregate_id, due_at, created_at)
       SELECT $1, $2, 'd' || n, 'e' || n, 'a', now(), now() FROM generate_series(1, 450) n`,
        [shop.project.id, webhookId],
      );
      // As a process of a former release leaves it that dies after the contact's end was told.
      await db().query(
        `WITH noted AS (
         INSERT INTO departed_contact (project_id, digest, contact_id, created_at) VALUES ($1, $3, ${id}, now()))
       INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
       SELECT name, $1, $2, '{}', 'waiting', now(), now() FROM unnest($4::text[]) AS j (name)`,
        [...values, hashId(gone), jobs],
      );
      await db().query("UPDATE job SET due_at = now() WHERE name = 'former queues'");
      await eventually(async () => {
        const rows = await db().query(
          'SELECT contact_id FROM departed_contact WHERE project_id = $1',
          values.slice(0, 1),
        );
        expect(rows).toEqual([{ contact_id: null }]);
        expect(await kept()).toEqual([]);
        expect(await deliveries()).toBe(0);
      });
      await untilFinished();
    },
  );

  it('is known to be gone for 30 days, as long as deliveries are kept', async () => {
    await world.contacts.tell([deleted(newId())]);
    await untilFinished();
    await pruneGone(db(), new Date(Date.now() - GONE_MS));
    await untilFinished();
    await pruneGone(db(), new Date(Date.now() + DAY));
    expect(await db().query('SELECT 1 FROM departed_contact')).toEqual([]);
  });
});

describe('a guest that turned out to be another contact', () => {
  it('leaves what webhooks were told of it to that one, which takes it along', async () => {
    const [guest, heir] = [newId(), newId()];
    const path = freshPath();
    await shop.webhook(path, { events: ALL });
    await world.contacts.tell([created(guest)]);
    await world.tickets.tell([makeMessageEvent(guest, guest)]);
    await untilRequests(path, 2);
    await world.contacts.tell([merged(guest, heir)]);
    await untilFinished();
    expect(await kept()).toEqual([`MESSAGE_CREATED ${heir}`, `SESSION_CREATED ${heir}`]);
    // What comes late is sent, and is the heir's too.
    await world.tickets.tell([makeTicketEvent(guest)]);
    await untilRequests(path, 3);
    expect(await kept()).toContain(`TICKET_CREATED ${heir}`);
    await world.contacts.tell([deleted(heir)]);
    await eventually(async () => expect(await kept()).toEqual([]));
    await world.tickets.tell([makeTicketEvent(guest), makeMessageEvent(newId())]);
    await untilRequests(path, 4);
    expect((await kept()).filter((about) => !about.startsWith('MESSAGE'))).toEqual([]);
    expect(await deliveries()).toBe(1);
  });

  it('is mentioned as that one, with which it is taken out', async () => {
    const [guest, heir] = [newId(), newId()];
    const path = freshPath();
    await shop.webhook(path, { events: ALL });
    await world.tickets.tell([makeTicketEvent(newId(), 'created', [guest])]);
    await untilRequests(path, 1);
    await world.contacts.tell([merged(guest, heir)]);
    await untilFinished();
    await world.tickets.tell([makeTicketEvent(newId(), 'created', [guest])]);
    await untilRequests(path, 2);
    for (const { body, ids } of await mentions()) {
      expect(JSON.parse(body).data).toMatchObject(mentioning([heir]));
      expect(body).not.toContain(guest);
      expect(ids).toEqual([heir]);
    }
    await world.contacts.tell([deleted(heir)]);
    await eventually(async () => {
      for (const { body } of await mentions()) expect(JSON.parse(body).data).toMatchObject(mentioning([]));
    });
  });

  it('is gone with it also when the end of that one is told first, or it was a guest itself', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    await shop.webhook(freshPath(), { events: ALL });
    await world.contacts.tell([created(one), created(two)]);
    await eventually(async () => expect(await kept()).toHaveLength(2));
    for (const event of [merged(two, three), deleted(three), merged(one, two)]) {
      const [id] = await world.contacts.tell([event]);
      await eventually(async () =>
        expect(await db().query('SELECT 1 FROM inbox_event WHERE event_id = $1', [id])).toHaveLength(1),
      );
    }
    await untilFinished();
    expect(await kept()).toEqual([]);
  });
});
