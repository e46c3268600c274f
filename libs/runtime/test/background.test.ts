import { createEmbeddedBroker, createEvents, type Events, eventTablesSql } from '@parley/events';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { createEventObserver, eventCommands, reportBackground } from '../src';

const metrics = createMetrics({ service: 'tickets', processMetrics: false });
const lines: string[] = [];
const log = createLogger({
  service: 'tickets',
  level: 'trace',
  destination: { write: (line) => lines.push(line) },
});
const traceId = '0af7651916cd43dd8448eb211c80319c';

let database: TestDatabase;
let events: Events;
let broken = true;
let mailAway = false;

beforeAll(async () => {
  database = await createTestDatabase('background');
  await database.db.query(eventTablesSql);
  events = createEvents({
    service: 'tickets',
    db: database.db,
    transport: createEmbeddedBroker(),
    topology: [
      { durable: 'tickets-own', stream: 'tickets', subjects: ['tickets.v1.>'], consumer: 'tickets' },
    ],
    log,
    observer: createEventObserver(metrics),
  });
  const handler = async (): Promise<void> => {
    log.info({}, 'handler runs');
    if (broken) throw new Error('The shop is closed\nand more');
  };
  events.subscribe('tickets-own', handler, { attempts: 2, backoff: () => 1 });
  reportBackground(metrics, {
    db: database.db,
    events,
    mail: { lag: () => (mailAway ? Promise.reject(new Error('gone')) : Promise.resolve(12)) },
    indexers: [3, 5].map((oldestSeconds) => ({
      lag: () => Promise.resolve({ oldestSeconds }),
      setAside: () => Promise.resolve(oldestSeconds - 1),
    })),
  });
  await events.start();
});
afterAll(async () => {
  await events.stop();
  await database.drop();
});

const append = async (aggregateId: string): Promise<void> => {
  await events.append(database.db, [
    {
      subject: 'tickets.v1.ticket.updated',
      projectId: 'p1',
      aggregateId,
      payload: {},
      headers: { requestId: 'req-1', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    },
  ]);
  events.wake();
};

/** Value of the one series of `name` whose labels, service aside, contain `label`. */
const value = async (name: string, label = ''): Promise<number | undefined> => {
  const series = (await metrics.text())
    .split('\n')
    .find((text) => text.startsWith(`${name}{`) && text.includes(label));
  return series === undefined ? undefined : Number(series.split(' ').at(-1));
};

const run = async (name: keyof ReturnType<typeof eventCommands>, ...args: string[]): Promise<string[]> => {
  const said: string[] = [];
  const done = await eventCommands('tickets', events)[name]((line) => said.push(line), args);
  return [...said, done];
};

it('reports the use of the database, the queue of mail and search, and leaves out what cannot be read', async () => {
  await database.db.query('SELECT 1');
  expect(await value('database_connections', 'state="idle"')).toBeGreaterThan(0);
  expect(await value('database_connections', 'state="busy"')).toBeGreaterThanOrEqual(0);
  expect(await value('database_connections_waiting')).toBe(0);
  expect(await value('database_connections_limit')).toBe(10);
  expect(await value('mail_queue_lag_seconds')).toBe(12);
  expect(await value('search_index_lag_seconds')).toBe(5);
  expect(await value('search_set_aside')).toBe(6);
  mailAway = true;
  expect(await value('mail_queue_lag_seconds')).toBeUndefined();
  expect(await value('search_index_lag_seconds')).toBe(5);
});

it('counts deliveries, failures and dead letters, and marks the lines of a handler with its request', async () => {
  await append('a1');
  await eventually(async () => {
    expect(await value('event_dead_letters')).toBe(1);
    expect(await value('event_outbox_pending')).toBe(0);
  });
  expect(await value('event_outbox_age_seconds')).toBe(0);
  expect(await value('event_consumer_pending', 'durable="tickets-own"')).toBe(0);
  expect(await value('event_published_total')).toBe(1);
  expect(await value('event_handler_failures_total', 'durable="tickets-own"')).toBe(2);
  expect(await value('event_delivery_duration_seconds_count', 'outcome="dead"')).toBe(1);
  const own = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(own.find(({ msg }) => msg === 'handler runs')).toMatchObject({
    requestId: 'req-1',
    projectId: 'p1',
    traceId,
  });
});

it('dead-letters:list names each dead letter with its error, dead-letters:replay handles them', async () => {
  const [line, total] = await run('dead-letters:list');
  expect(line).toContain('  tickets-own  tickets.v1.ticket.updated  project p1  2 attempts  ');
  expect(line).toMatch(/Error: The shop is closed$/);
  expect(total).toBe('tickets: 1 dead letters.');
  expect(await run('dead-letters:replay')).toEqual([
    'tickets: 0 replayed, 1 failed again, 0 skipped behind those.',
  ]);
  broken = false;
  expect(await run('dead-letters:replay', 'another')).toEqual([
    'tickets: 0 replayed, 0 failed again, 0 skipped behind those.',
  ]);
  const [id = ''] = line?.split(' ') ?? [];
  expect(await run('dead-letters:replay', id)).toEqual([
    'tickets: 1 replayed, 0 failed again, 0 skipped behind those.',
  ]);
  expect(await run('dead-letters:list')).toEqual(['tickets: 0 dead letters.']);
});

it('lists more dead letters than one page', async () => {
  broken = true;
  for (let index = 0; index < 105; index += 1) await append(`many-${index}`);
  await eventually(async () => expect(await value('event_dead_letters')).toBe(105));
  expect(await run('dead-letters:list')).toHaveLength(106);
  broken = false;
  expect(await run('dead-letters:replay')).toEqual([
    'tickets: 105 replayed, 0 failed again, 0 skipped behind those.',
  ]);
});

it('events:replay makes undelivered events unpublished', async () => {
  await events.stop();
  await append('later');
  await database.db.query(
    `UPDATE outbox_event SET published_at = now(), stream_seq = 7, stream_epoch = 'gone'`,
  );
  expect(await run('events:replay')).toEqual(['tickets: 1 undelivered events are sent again.']);
  const rows = await database.db.query('SELECT published_at, stream_seq, stream_epoch FROM outbox_event');
  expect(rows).toEqual([{ published_at: null, stream_seq: null, stream_epoch: null }]);
});
