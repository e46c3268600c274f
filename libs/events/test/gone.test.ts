import type { Sql } from '@parley/persistence';
import { describeWith, engineUrl, eventually, findScans } from '@parley/testing';
import {
  type About,
  forgetDeadLetters,
  goneAmong,
  type NewEvent,
  noteGone,
  type SubscribeOptions,
} from '../src';
import { GONE_MS, pruneGone } from '../src/gone';
import { createWorld, embeddedKit, jetStreamKit, type Kit, type World } from './support/world';

const PROJECT = 'project';

let world: World;
let kit: Kit;
beforeAll(async () => {
  world = await createWorld('gone');
  kit = await embeddedKit();
  await world.depot.query('CREATE TABLE said (contact_id text, words text)');
});
afterEach(async () => {
  await world.reset();
  await world.depot.query('TRUNCATE said');
});
afterAll(() => world.drop());

const topology = ['contact', 'order'].map((noun) => ({
  durable: `depot-${noun}s`,
  stream: 'shop',
  subjects: [`shop.v1.${noun}.*`],
  consumer: 'depot',
}));

const event = (subject: string, aggregateId: string, payload: object = {}): NewEvent => ({
  subject: `shop.v1.${subject}`,
  projectId: PROJECT,
  aggregateId,
  payload,
});
const deleted = (id: string, by?: string): NewEvent => event('contact.deleted', id, { by });
const merged = (id: string, into: string): NewEvent => event('contact.merged', id, { into: { id: into } });
/** An order of a contact, in a durable of its own. */
const ordered = (order: string, by: string, cc?: string[]): NewEvent =>
  event('order.placed', order, { by, cc });

interface Payload {
  by?: string;
  into?: { id: string };
  /** Ids in lists. */
  cc?: string[];
}

const about: About = ({ aggregateId, payload }) => [aggregateId, (payload as Payload).by];
const mentions: About = ({ payload }) => (payload as Payload).cc ?? [];

/** A service that keeps what contacts say, without a check of its own. `begin` is called before an order is kept. */
const open = async (
  begin: () => Promise<void> = () => Promise.resolve(),
  { transport } = kit,
  more: SubscribeOptions = {},
) => {
  const process = world.process({ transport: transport(), topology });
  process.depot.subscribe<Payload>(
    'depot-contacts',
    async ({ aggregateId: id, payload: { into } }, tx) => {
      if (into) await tx.query('UPDATE said SET contact_id = $2 WHERE contact_id = $1', [id, into.id]);
      else await tx.query('DELETE FROM said WHERE contact_id = $1', [id]);
    },
    { about, mentions, ...more },
  );
  process.depot.subscribe<Payload>(
    'depot-orders',
    async ({ aggregateId, payload: { by, cc = [] } }, tx) => {
      await begin();
      await tx.query('INSERT INTO said VALUES ($1, $2)', [by, [aggregateId, ...cc].join(' ')]);
    },
    { about, mentions, attempts: 1 },
  );
  await process.start();
  return async (...events: NewEvent[]): Promise<void> => {
    await process.shop.append(world.shop, events);
    process.shop.wake();
    await eventually(async () => expect(await world.rows('outbox_event')).toBe(0));
  };
};

const said = (): Promise<unknown[]> =>
  world.depot.query('SELECT contact_id AS id, words FROM said ORDER BY words');
const waiting = async (): Promise<number> =>
  (
    await world.depot.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
    )
  ).length;

it('drops what comes late about somebody who was deleted, and keeps no id', async () => {
  const publish = await open();
  await publish(ordered('o1', 'a'), ordered('o2', 'b'));
  await publish(deleted('a'));
  await publish(ordered('o3', 'a'), ordered('o4', 'b'), event('contact.updated', 'a'));
  expect(await said()).toEqual([
    { id: 'b', words: 'o2' },
    { id: 'b', words: 'o4' },
  ]);
  const rows = await world.depot.query<{ digest: string }>('SELECT digest, heir_id FROM gone_contact');
  expect(rows).toEqual([{ digest: expect.stringMatching(/^[0-9a-f]{64}$/), heir_id: null }]);
  expect([...(await goneAmong(world.depot, PROJECT, ['a', 'b']))]).toEqual(['a']);
  expect(await goneAmong(world.depot, 'other', ['a'])).toEqual(new Set());
  const early = new Date(Date.now() - GONE_MS);
  await pruneGone(world.depot, early);
  expect((await goneAmong(world.depot, PROJECT, ['a'])).size).toBe(1);
  await pruneGone(world.depot, new Date(Date.now() + 1), 1);
  expect((await goneAmong(world.depot, PROJECT, ['a'])).size).toBe(0);
});

it('handles ends whatever the database says about their effect', async () => {
  const publish = await open(undefined, kit, { together: 4, findEffective: async () => [] });
  await publish(ordered('o1', 'a'), ordered('o2', 'b'), ordered('o3', 'c'));
  await publish(deleted('a'), merged('b', 'c'), event('contact.updated', 'c'));
  expect(await said()).toEqual([
    { id: 'c', words: 'o2' },
    { id: 'c', words: 'o3' },
  ]);
});

it('waits for an event that is being handled, and then takes away what it left; others do not wait', async () => {
  const doors = { entered: 0, leave: (): void => undefined };
  const left = new Promise<void>((resolve) => (doors.leave = resolve));
  const publish = await open(async () => {
    doors.entered += 1;
    if (doors.entered === 1) await left;
  });
  const first = publish(ordered('o1', 'a'));
  await eventually(() => expect(doors.entered).toBe(1));
  const rest = publish(deleted('a'));
  await eventually(async () => expect(await waiting()).toBe(1));
  void publish(ordered('o2', 'b'));
  await eventually(async () => expect(await said()).toEqual([{ id: 'b', words: 'o2' }]));
  doors.leave();
  await Promise.all([first, rest]);
  expect(await said()).toEqual([{ id: 'b', words: 'o2' }]);
});

it('takes deleted contacts out of events that only mention them, and renames merged ones', async () => {
  const publish = await open();
  await publish(deleted('a'), merged('b', 'c'));
  await publish(ordered('o1', 'd', ['a', 'b', 'e']), ordered('o2', 'd', ['a']));
  expect(await said()).toEqual([
    { id: 'd', words: 'o1 c e' },
    { id: 'd', words: 'o2' },
  ]);
});

it('lets a deletion wait for an event that mentions the contact', async () => {
  const doors = { entered: 0, leave: (): void => undefined };
  const left = new Promise<void>((resolve) => (doors.leave = resolve));
  const publish = await open(async () => {
    doors.entered += 1;
    await left;
  });
  const first = publish(ordered('o1', 'b', ['a']));
  await eventually(() => expect(doors.entered).toBe(1));
  const rest = publish(deleted('a'));
  await eventually(async () => expect(await waiting()).toBe(1));
  doors.leave();
  await Promise.all([first, rest]);
  expect(await said()).toEqual([{ id: 'b', words: 'o1 a' }]);
});

it('keeps nothing of somebody who is deleted at the same moment, however many are', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
  const publish = await open();
  const say = (tx: Sql, id: string): Promise<unknown> =>
    goneAmong(tx, PROJECT, [id]).then((gone) =>
      gone.has(id) ? undefined : tx.query('INSERT INTO said VALUES ($1, $1)', [id]),
    );
  await Promise.all(
    ids.flatMap((id) => [
      publish(ordered(`first-${id}`, id), deleted(id), ordered(`last-${id}`, id)),
      world.depot.transaction((tx) => say(tx, id)),
    ]),
  );
  expect(await said()).toEqual([]);
});

it('gives what is left of one that was merged to the last heir, or to none when that was deleted', async () => {
  const publish = await open();
  await publish(ordered('o1', 'first'), ordered('o2', 'guest'));
  await publish(merged('guest', 'lin'));
  // The guest of a guest comes late.
  await publish(merged('first', 'guest'));
  expect(await said()).toEqual(['o1', 'o2'].map((words) => ({ id: 'lin', words })));
  // Late, too.
  await publish(ordered('o3', 'first'));
  // Its state is not that of the contact it was merged into. The handler would delete.
  await publish(event('contact.updated', 'first'));
  expect(await said()).toEqual(['o1', 'o2', 'o3'].map((words) => ({ id: 'lin', words })));
  await publish(deleted('lin'));
  expect(await said()).toEqual([]);
  await publish(ordered('o4', 'first'));
  expect(await said()).toEqual([]);
  await publish(ordered('o5', 'late'));
  await publish(merged('late', 'lin'));
  expect(await said()).toEqual([]);
  const heirs = await world.depot.query('SELECT DISTINCT heir_id FROM gone_contact');
  expect(heirs).toEqual([{ heir_id: null }]);
});

it('records an end that is also about another deleted contact, and does not handle it', async () => {
  const publish = await open();
  await publish(ordered('o1', 'b'), deleted('a'));
  await publish(deleted('b', 'a'));
  expect(await said()).toEqual([{ id: 'b', words: 'o1' }]);
  expect([...(await goneAmong(world.depot, PROJECT, ['b']))]).toEqual(['b']);
});

it('makes no dead letter of an event about somebody who was deleted while its handler failed', async () => {
  const doors = { fail: (): void => undefined };
  const failed = new Promise<void>((_, reject) => (doors.fail = () => reject(new Error('out of paper'))));
  failed.catch(() => undefined);
  const publish = await open(() => failed);
  const first = publish(ordered('o1', 'a'), ordered('o2', 'b'));
  await world.depot.transaction(async (tx) => {
    // It waits for the handlers, and the dead letters wait for it.
    const noted = noteGone(tx, [{ projectId: PROJECT, id: 'a' }], { at: new Date() });
    await eventually(async () => expect(await waiting()).toBe(1));
    doors.fail();
    await noted;
  });
  await first;
  const letters = await world.depot.query('SELECT aggregate_id AS id FROM dead_letter');
  expect(letters).toEqual([{ id: 'o2' }]);
});

it('knows those that a service notes by itself', async () => {
  await world.depot.transaction((tx) => noteGone(tx, [{ projectId: PROJECT, id: 'a' }], { at: new Date() }));
  const publish = await open();
  await publish(ordered('o1', 'a'));
  expect(await said()).toEqual([]);
});

describeWith('nats')('over JetStream, with two consumers in two processes', () => {
  let jetStream: Kit;
  beforeAll(async () => {
    jetStream = await jetStreamKit(engineUrl('nats') ?? '');
  });
  afterAll(() => jetStream.close());

  it('keeps nothing of a deleted contact: of late events, of early ones, and of those at the same time', async () => {
    const [first, second] = [await open(undefined, jetStream), await open(undefined, jetStream)];
    await first(ordered('early', 'a'), ordered('kept', 'b'));
    await second(deleted('a'));
    await first(ordered('late', 'a'));
    const kept = [{ id: 'b', words: 'kept' }];
    expect(await said()).toEqual(kept);
    const ids = Array.from({ length: 50 }, (_, index) => `c${index}`);
    await Promise.all(
      ids.flatMap((id) => [
        first(ordered(`1-${id}`, id), ordered(`2-${id}`, id)),
        second(deleted(id)),
        first(ordered(`3-${id}`, id)),
      ]),
    );
    expect(await said()).toEqual(kept);
    expect(await world.rows('dead_letter')).toBe(0);
  });
});

it('forgets dead letters by indexes: of the aggregate, and those that contain its id as a text', async () => {
  const { depot } = world;
  await depot.query(
    `INSERT INTO dead_letter (id, durable, event_id, subject, project_id, aggregate_id, payload, headers, error, attempts, event_at)
     SELECT n, 'd', n, CASE n WHEN 5 THEN 'shop.v1.c.deleted' ELSE 'shop.v1.c.x' END, CASE n WHEN 6 THEN 'other' ELSE $1 END,
       'c' || n / 10, jsonb_build_object('of', jsonb_build_array(jsonb_build_object('id', 'c' || n % 1000)), 'said', 'c7 "c7" ' || repeat('long ', 1000)),
       '{}', 'x', 1, now() FROM generate_series(1, 3000) n`,
    [PROJECT],
  );
  await depot.query('ANALYZE dead_letter');
  const ends = ['c7', 'c0', 'nobody'].map((aggregateId) => ({ projectId: PROJECT, aggregateId }));
  const read = await findScans(depot, (tx) => forgetDeadLetters(tx, ends));
  expect(read.filter((one) => one.startsWith('dead_letter:'))).toEqual([]);
  await forgetDeadLetters(depot, ends);
  const left = await depot.query<{ n: number }>('SELECT id::integer AS n FROM dead_letter ORDER BY 1');
  const isGone = (n: number): boolean =>
    ![5, 6].includes(n) && [0, 7].some((c) => Math.floor(n / 10) === c || n % 1000 === c);
  const all = Array.from({ length: 3000 }, (_, index) => index + 1);
  expect(left.map(({ n }) => n)).toEqual(all.filter((n) => !isGone(n)));
});
