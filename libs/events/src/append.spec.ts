import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { appendEvents, eventRow, maxPayloadBytes, outboxColumns, outboxValues } from './append';
import type { NewEvent } from './event';
import { eventTablesSql } from './tables';

const event: NewEvent = {
  subject: 'shop.v1.order.placed',
  projectId: 'project',
  aggregateId: 'order',
  payload: { text: "it's" },
};

describe('eventRow', () => {
  it.each([
    ['a subject of three tokens', { subject: 'shop.v1.order' }, 'no event subject'],
    ['a subject without a version', { subject: 'shop.order.placed.now' }, 'no event subject'],
    ['a subject with a wildcard', { subject: 'shop.v1.order.*' }, 'no event subject'],
    ['an empty aggregate', { aggregateId: '' }, 'project and aggregate'],
    ['a project of two lines', { projectId: 'a\nb' }, 'project and aggregate'],
    ['a header of two lines', { headers: { requestId: 'a\r\nb' } }, 'the header "requestId"'],
    ['a header of the broker', { headers: { 'Nats-Msg-Id': 'a' } }, 'the header "Nats-Msg-Id"'],
    ['a payload that is undefined', { payload: undefined }, 'the payload is not JSON'],
    [
      'a payload of 900,001 bytes',
      { payload: 'é'.repeat((maxPayloadBytes - 2) / 2) + 'x' },
      'has 900001 bytes',
    ],
  ])('refuses %s', (_what, change, message) => {
    expect(() => eventRow({ ...event, ...change })).toThrow(message);
  });

  it('takes a payload of 900,000 bytes', () => {
    expect(eventRow({ ...event, payload: 'é'.repeat((maxPayloadBytes - 2) / 2) })[4]).toHaveLength(450_001);
  });
});

describe('the outbox table', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase('events append');
    await database.db.query(eventTablesSql);
  });
  afterAll(() => database.drop());

  const rows = (): Promise<unknown[]> =>
    database.db.query('SELECT id, aggregate_id, payload, headers FROM outbox_event ORDER BY seq');

  it('takes 500 events of one call in their order', async () => {
    const events = Array.from({ length: 500 }, (_, number) => ({ ...event, aggregateId: `order-${number}` }));
    const ids = await appendEvents(database.db, events);
    expect(await rows()).toEqual(
      ids.map((id, number) => ({
        id,
        aggregate_id: `order-${number}`,
        payload: { text: "it's" },
        headers: {},
      })),
    );
    expect(await appendEvents(database.db, [])).toEqual([]);
    await database.db.query('TRUNCATE outbox_event');
  });

  it('takes an event from the one statement that makes the change', async () => {
    const row = eventRow({ ...event, headers: { traceparent: '00-1' } });
    const text = `WITH changed AS (SELECT 1 WHERE $1::boolean)
      INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(2)} FROM changed`;
    await database.db.query(text, [false, ...row]);
    expect(await rows()).toEqual([]);
    await database.db.query(text, [true, ...row]);
    expect(await rows()).toEqual([
      { id: row[0], aggregate_id: 'order', payload: { text: "it's" }, headers: { traceparent: '00-1' } },
    ]);
  });
});
