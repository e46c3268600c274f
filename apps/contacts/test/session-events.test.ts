import type { DomainEvent } from '@parley/events';
import { newId } from '@parley/persistence';
import type { TrackedEvent } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { Partially } from '@parley/rpc';
import { onHeardFrom } from '../src/events/on-heard-from';
import { eventsSql } from '../src/tracking/contact-event.store';
import {
  requireContact,
  type OutboxRow,
  startContacts,
  type TestContacts,
  type TestProject,
} from './support/contacts';
import { byKey, bySession, proven, requireSession } from './support/widget';

let service: TestContacts;
let project: TestProject;
let session: { id: string; svcId: string };

// An event that nobody waits for leaves the outbox at once, so a copy is kept, in the same transaction.
const COPY = `
CREATE TABLE event_copy AS SELECT * FROM outbox_event WITH NO DATA;
CREATE FUNCTION copy_event() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO event_copy SELECT NEW.*; RETURN NULL; END $$;
CREATE TRIGGER copy_event AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION copy_event();`;

beforeAll(async () => {
  service = await startContacts();
  await service.db.query(COPY);
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  session = requireSession(await service.widget.startSession({}, byKey(project)));
});

const track = (events: Partially<TrackedEvent>[], context = bySession(project, session)) =>
  service.widget.trackEvents({ events }, context);

const list = async (limit = 0, sessionId = session.id) =>
  (await service.tracking.listContactEvents({ sessionId, limit }, project.as('agent'))).events;

const read = async () =>
  requireContact(await service.contacts.getContact({ sessionId: session.id }, project.as('admin')));

const appended = () =>
  service.db.query<OutboxRow>(
    `SELECT subject, aggregate_id AS "aggregateId", payload FROM event_copy WHERE aggregate_id = $1 ORDER BY seq`,
    [session.id],
  );

const tracked = async () =>
  (await appended()).filter(({ subject }) => subject === 'contacts.v1.contact.tracked');

const DAY = 86_400_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

describe('TrackEvents', () => {
  it('stores events with their particulars and tells of them in their order', async () => {
    expect(
      await track([
        { name: 'order placed', date: '2026-01-02T03:04:05.678Z', data: { total: 3, lines: [1, null] } },
        { name: 'left' },
      ]),
    ).toEqual({ success: true });
    const [left, order] = await list();
    expect(order).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: 'order placed',
      date: '2026-01-02T03:04:05.678Z',
      data: { total: 3, lines: [1, null] },
    });
    expect(left?.name).toBe('left');
    expect(await tracked()).toMatchObject([
      {
        aggregateId: session.id,
        payload: { contactId: session.id, events: [{ id: order?.id, data: order?.data }, { id: left?.id }] },
      },
    ]);
  });

  it('cuts a time in the future to now', async () => {
    const before = new Date().toISOString();
    await track([{ name: 'later', date: new Date(Date.now() + DAY).toISOString() }]);
    const [event] = await list();
    expect(event?.date && event.date >= before && event.date <= new Date().toISOString()).toBe(true);
  });

  it('takes 32 KB of data and answers 413 naming the event for more; then nothing is stored', async () => {
    const data = (bytes: number) => 'x'.repeat(bytes - 2);
    await track([{ name: 'fits', data: data(32 * 1024) }]);
    await expect(
      track([{ name: 'small' }, { name: 'large', data: data(32 * 1024 + 1) }]),
    ).rejects.toMatchObject({
      reason: 'PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('events.1.data'),
    });
    expect((await list()).map(({ name }) => name)).toEqual(['fits']);
  });

  it('tells of 100 events of 32 KB in several parts that each fit, none twice, in their order', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `e${index}`);
    await track(names.map((name) => ({ name, data: 'x'.repeat(32_000) })));
    const parts = await tracked();
    expect(parts.length).toBeGreaterThan(1);
    const told = parts.flatMap(({ payload }) => payload['events'] as { name: string }[]);
    expect(told.map(({ name }) => name)).toEqual(names);
    expect(await list(300)).toHaveLength(100);
  });

  it('moves lastActivity to the latest event and never back; lastPageView follows the latest page view', async () => {
    const { lastActivity } = await read();
    await track([{ name: 'old', date: ago(DAY) }]);
    expect((await read()).lastActivity).toBe(lastActivity);
    await track([
      { name: 'pageView', data: { page: '/new' } },
      { name: 'pageView', date: ago(DAY), data: { page: '/old' } },
    ]);
    const after = await read();
    expect(after.lastActivity && lastActivity && after.lastActivity > lastActivity).toBe(true);
    expect(after.lastPageView).toEqual({ page: '/new', date: after.lastActivity });
    await track([{ name: 'click' }]);
    expect((await read()).lastPageView).toEqual(after.lastPageView);
  });

  it('tells of no change of the contact beside the events', async () => {
    await track([{ name: 'a' }]);
    const subjects = (await appended()).map(({ subject }) => subject);
    expect(subjects).toEqual(['contacts.v1.contact.created', 'contacts.v1.contact.tracked']);
  });

  it('answers 401 invalid_session without a session, for an unknown one and in another project', async () => {
    const invalid = { kind: 'unauthenticated', reason: 'INVALID_SESSION' };
    await expect(track([{ name: 'a' }], byKey(project))).rejects.toMatchObject(invalid);
    await expect(track([{ name: 'a' }], bySession(project, { svcId: 'unknown' }))).rejects.toMatchObject(
      invalid,
    );
    await expect(track([{ name: 'a' }], bySession(service.project(), session))).rejects.toMatchObject(
      invalid,
    );
    expect(await list()).toEqual([]);
  });

  it('loses none of 20 calls at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => track([{ name: `e${index}` }])));
    expect(await list(300)).toHaveLength(20);
  });
});

describe('ListContactEvents', () => {
  it('answers the newest first by the date of the caller, 5 by default and at most 300', async () => {
    const dates = Array.from({ length: 100 }, (_, index) => index);
    for (const part of [0, 1, 2, 3])
      await track(dates.map((n) => ({ name: `${n * 4 + part}`, date: ago((400 - n * 4 - part) * 60_000) })));
    expect((await list()).map(({ name }) => name)).toEqual(['399', '398', '397', '396', '395']);
    expect(await list(7)).toHaveLength(7);
    expect(await list(301)).toHaveLength(300);
    expect((await list(300)).at(-1)?.name).toBe('100');
  });

  it('names an event that an engagement item emitted submitted, with the item', async () => {
    const outbound = newId();
    await track([{ name: 'survey-7', outbound, data: { rating: 5 } }]);
    expect(await list()).toEqual([
      expect.objectContaining({ name: 'submitted', outbound, data: { rating: 5 } }),
    ]);
    const [told] = await tracked();
    expect(told?.payload['events']).toEqual([expect.objectContaining({ name: 'survey-7', outbound })]);
  });

  it('answers 404 session_not_found for an unknown contact and for another project’s', async () => {
    const missing = { kind: 'notFound', reason: 'SESSION_NOT_FOUND' };
    await expect(list(5, newId())).rejects.toMatchObject(missing);
    project = service.project();
    await expect(list()).rejects.toMatchObject(missing);
  });

  it('reads them from the key, without sorting', async () => {
    const [row] = await service.db.query<{ 'QUERY PLAN': [{ Plan: unknown }] }>(
      `EXPLAIN (FORMAT JSON) ${eventsSql({ orderBy: 'date DESC, id DESC', skip: 0, limit: 300 })}`,
      [project.id, session.id],
    );
    const plan = JSON.stringify(row);
    expect(plan).toContain('contact_event_pkey');
    expect(plan).not.toMatch(/"Sort"|Seq Scan/);
  });
});

describe('A contact’s message', () => {
  const heardFrom = (contactId: string, at: string, projectId = project.id): DomainEvent<object> => ({
    id: newId(),
    subject: 'tickets.v1.contact.heard_from',
    projectId,
    aggregateId: contactId,
    payload: { contactId, at },
    headers: {},
    createdAt: new Date(),
  });
  const hear = (...heard: Parameters<typeof heardFrom>) =>
    service.db.transaction((tx) => onHeardFrom([heardFrom(...heard)], tx));

  it('moves lastHeardFrom and lastActivity; an older one that arrives late changes nothing', async () => {
    const at = new Date(Date.now() + 1_000).toISOString();
    await hear(session.id, at);
    expect(await read()).toMatchObject({ lastHeardFrom: at, lastActivity: at });
    await hear(session.id, ago(DAY));
    expect(await read()).toMatchObject({ lastHeardFrom: at, lastActivity: at });
    await hear(session.id, new Date(Date.now() + DAY).toISOString(), service.project().id);
    expect(await read()).toMatchObject({ lastHeardFrom: at });
  });

  it('of several contacts together move each, to the latest of its times', async () => {
    const [first, last] = [1_000, 2_000].map((later) => new Date(Date.now() + later).toISOString()) as [
      string,
      string,
    ];
    const foreign = service.project();
    await service.db.transaction((tx) =>
      onHeardFrom(
        [
          heardFrom(session.id, last),
          heardFrom(newId(), first),
          heardFrom(session.id, first, foreign.id),
          heardFrom(session.id, first),
        ],
        tx,
      ),
    );
    expect(await read()).toMatchObject({ lastHeardFrom: last, lastActivity: last });
  });

  it('that arrives after the contact became part of another counts for that one', async () => {
    const guest = requireSession(await service.widget.startSession({}, byKey(project)));
    await service.widget.identifySession(proven(project, 'u'), bySession(project, session));
    await service.widget.identifySession(proven(project, 'u'), bySession(project, guest));
    const at = new Date(Date.now() + 1_000).toISOString();
    await hear(guest.id, at);
    expect(await read()).toMatchObject({ lastHeardFrom: at });
  });
});
