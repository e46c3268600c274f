import { engineUrl, describeWith, eventually } from '@parley/testing';
import { type Subscription } from '../src';
import {
  createWorld,
  embeddedKit,
  jetStreamKit,
  numbersByAggregate,
  orders,
  placed,
  record,
  type Kit,
  type Order,
  type TestProcess,
  type World,
} from './support/world';

const transports = [
  { name: 'embedded', run: describe, open: embeddedKit },
  { name: 'JetStream', run: describeWith('nats'), open: () => jetStreamKit(engineUrl('nats') ?? '') },
];

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const fast = { backoff: () => 5 };

/** A door that a handler waits at until the test opens it. */
const createDoor = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

for (const { name, run, open } of transports) {
  run(`events over ${name}`, () => {
    let world: World;
    let kit: Kit;

    beforeAll(async () => {
      world = await createWorld(`events ${name}`);
    });
    beforeEach(async () => {
      kit = await open();
    });
    afterEach(async () => {
      await world.reset();
      await kit.close();
    });
    afterAll(() => world.drop());

    const recording = (process: TestProcess, label = ''): TestProcess => {
      process.depot.subscribe<Order>('depot-orders', (event, tx) => record(tx, event, label), fast);
      return process;
    };

    const everythingIsDelivered = (): Promise<void> =>
      eventually(async () => {
        expect(await world.rows('outbox_event')).toBe(0);
        expect(await kit.leftAtBroker()).toBe(0);
      });

    it('delivers an event with its subject, ids, payload, headers and time', async () => {
      const seen: unknown[] = [];
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe('depot-orders', (event) => Promise.resolve(void seen.push(event)));
      await process.start();
      const payload = { text: 'naïve "日本" 🙂\n', nothing: null, list: [1, 2.5, { deep: false }] };
      const headers = { traceparent: '00-ab-cd-01', requestId: 'r 1' };
      const [id] = await process.shop.append(world.shop, [{ ...placed('a', 1), payload, headers }]);
      const [row] = await world.shop.query<{ created_at: Date }>('SELECT created_at FROM outbox_event');
      process.shop.wake();
      await eventually(() => expect(seen).toHaveLength(1));
      expect(seen[0]).toEqual({
        id,
        subject: 'shop.v1.order.placed',
        projectId: 'project',
        aggregateId: 'a',
        payload,
        headers,
        createdAt: row?.created_at,
      });
      await everythingIsDelivered();
    });

    it('keeps the order of each of 20 aggregates while 5 writers append 1,000 events, and leaves nothing behind', async () => {
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe<Order>('depot-orders', async (event, tx) => {
        await tx.query('SELECT pg_sleep(random() / 500)');
        await record(tx, event);
      });
      await process.start();
      await Promise.all(
        range(5).map(async (writer) => {
          for (const number of range(50)) {
            // Each aggregate has one writer, as the row's lock of a real change sees to.
            await world.shop.transaction(async (tx) => {
              await process.shop.append(
                tx,
                range(4).map((offset) => placed(`order-${writer * 4 + offset}`, number)),
              );
            });
            process.shop.wake();
          }
        }),
      );
      await everythingIsDelivered();
      const byAggregate = numbersByAggregate(await world.effects());
      expect(Object.keys(byAggregate)).toHaveLength(20);
      for (const numbers of Object.values(byAggregate)) expect(numbers).toEqual(range(50));
    });

    it('delivers an event whose transaction committed after one with a higher sequence', async () => {
      const process = recording(world.process({ transport: kit.transport() }));
      await process.start();
      await world.shop.transaction(async (early) => {
        await process.shop.append(early, [placed('a', 1)]);
        await process.shop.append(world.shop, [placed('b', 2)]);
        await eventually(async () => expect(await world.effects()).toHaveLength(1));
        await eventually(async () => expect(await world.rows('outbox_event')).toBe(0));
      });
      await eventually(async () =>
        expect((await world.effects()).map(({ number }) => number)).toEqual([2, 1]),
      );
      await everythingIsDelivered();
    });

    it('publishes nothing of a transaction that rolled back', async () => {
      const process = recording(world.process({ transport: kit.transport() }));
      await process.start();
      await world.shop
        .transaction(async (tx) => {
          await process.shop.append(tx, [placed('a', 1)]);
          throw new Error('changed my mind');
        })
        .catch(() => undefined);
      await process.shop.append(world.shop, [placed('a', 2)]);
      await everythingIsDelivered();
      expect((await world.effects()).map(({ number }) => number)).toEqual([2]);
    });

    it('applies an event once when the process dies between its effect and its acknowledgement', async () => {
      const [inHandler, mayEnd, ended] = [createDoor(), createDoor(), createDoor()];
      const first = world.process({ transport: kit.transport(), settings: { stopDeadlineMs: 0 } });
      first.depot.subscribe<Order>('depot-orders', async (event, tx) => {
        inHandler.open();
        await mayEnd.opened;
        await record(tx, event, 'first');
        ended.open();
      });
      await first.start();
      await first.shop.append(world.shop, [placed('a', 1)]);
      await inHandler.opened;
      await first.stop();
      mayEnd.open();
      await ended.opened;
      await eventually(async () => expect(await world.effects()).toHaveLength(1));
      expect(await world.rows('outbox_event')).toBe(1);

      const outcomes: string[] = [];
      const second = world.process({
        transport: kit.transport(),
        metrics: { delivered: (_durable, outcome) => outcomes.push(outcome) },
      });
      await recording(second, 'second').start();
      await everythingIsDelivered();
      expect(outcomes).toEqual(['duplicate']);
      expect((await world.effects()).map(({ process }) => process)).toEqual(['first']);
    });

    it('lets one aggregate back off without holding up another, and keeps its order', async () => {
      const handled: string[] = [];
      let repaired = false;
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe<Order>(
        'depot-orders',
        (event) => {
          if (event.aggregateId === 'broken' && !repaired) throw new Error('not now');
          handled.push(`${event.aggregateId} ${event.payload.number}`);
          return Promise.resolve();
        },
        { attempts: 100_000, backoff: () => 20 },
      );
      await process.start();
      const events = range(10).flatMap((number) => [placed('broken', number), placed('whole', number)]);
      await process.shop.append(world.shop, events);
      await eventually(() => expect(handled).toEqual(range(10).map((number) => `whole ${number}`)));
      repaired = true;
      await eventually(() =>
        expect(handled.slice(10)).toEqual(range(10).map((number) => `broken ${number}`)),
      );
      await everythingIsDelivered();
    });

    it('waits as the backoff says, makes a dead letter after 3 attempts, goes on with the aggregate, and replays it', async () => {
      let broken = true;
      const waits: number[] = [];
      const attempts: number[] = [];
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe<Order>(
        'depot-orders',
        async (event, tx) => {
          attempts.push(event.payload.number);
          await record(tx, event);
          if (broken && event.payload.number === 1) throw new Error('cannot\u0000 be');
        },
        { attempts: 3, backoff: (attempt) => (waits.push(attempt), 5) },
      );
      await process.start();
      await process.shop.append(world.shop, [placed('a', 1), placed('a', 2)]);
      await everythingIsDelivered();
      expect(attempts).toEqual([1, 1, 1, 2]);
      expect(waits).toEqual([1, 2]);
      expect((await world.effects()).map(({ number }) => number)).toEqual([2]);
      const letters = await world.depot.query(
        'SELECT durable, subject, aggregate_id, attempts, error FROM dead_letter',
      );
      expect(letters).toEqual([
        {
          durable: 'depot-orders',
          subject: 'shop.v1.order.placed',
          aggregate_id: 'a',
          attempts: 3,
          error: expect.stringContaining('cannot be') as string,
        },
      ]);
      expect((await process.depot.lag()).deadLetters).toBe(1);

      expect(await process.depot.replayDeadLetters({ durable: 'other' })).toEqual({
        replayed: 0,
        failed: 0,
        skipped: 0,
      });
      expect(await process.depot.replayDeadLetters()).toEqual({ replayed: 0, failed: 1, skipped: 0 });
      broken = false;
      expect(await process.depot.replayDeadLetters({ durable: 'depot-orders' })).toEqual({
        replayed: 1,
        failed: 0,
        skipped: 0,
      });
      expect(await process.depot.replayDeadLetters()).toEqual({ replayed: 0, failed: 0, skipped: 0 });
      expect((await world.effects()).map(({ number }) => number)).toEqual([2, 1]);
      expect((await process.depot.lag()).deadLetters).toBe(0);
    });

    it('skips the later dead letters of an aggregate whose first one fails again', async () => {
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe<Order>('depot-orders', () => Promise.reject(new Error('never')), {
        attempts: 1,
      });
      await process.start();
      await process.shop.append(world.shop, [placed('a', 1), placed('a', 2), placed('b', 1)]);
      await everythingIsDelivered();
      expect(await process.depot.replayDeadLetters()).toEqual({ replayed: 0, failed: 2, skipped: 1 });
    });

    it('keeps events for a consumer that never ran before', async () => {
      const producer = world.process({ transport: kit.transport() });
      await producer.shop.start();
      await producer.shop.append(
        world.shop,
        range(30).map((number) => placed(`order-${number % 3}`, number)),
      );
      producer.shop.wake();
      await producer.stop();
      expect(await world.rows('outbox_event')).toBe(30);
      await recording(world.process({ transport: kit.transport() })).start();
      await everythingIsDelivered();
      expect(await world.effects()).toHaveLength(30);
    });

    it('delivers to each of two durables, also by several subjects, and drops what nobody wants', async () => {
      const audit: Subscription = {
        durable: 'depot-audit',
        stream: 'shop',
        subjects: ['shop.v1.order.cancelled', 'shop.v1.item.>'],
        consumer: 'depot',
      };
      const audited: string[] = [];
      const process = recording(world.process({ transport: kit.transport(), topology: [orders, audit] }));
      process.depot.subscribe(
        'depot-audit',
        ({ subject }) => Promise.resolve(void audited.push(subject)),
        fast,
      );
      await process.start();
      const item = { ...placed('i', 3), subject: 'shop.v1.item.price.raised' };
      const other = { ...placed('o', 4), subject: 'shop.v1.customer.created' };
      await process.shop.append(world.shop, [placed('a', 1), placed('a', 2, 'cancelled'), item, other]);
      await everythingIsDelivered();
      expect((await world.effects()).map(({ number }) => number)).toEqual([1, 2]);
      expect([...audited].sort()).toEqual(['shop.v1.item.price.raised', 'shop.v1.order.cancelled']);
    });

    it('keeps an event until the last of its durables has handled it', async () => {
      const slow: Subscription = { ...orders, durable: 'depot-slow' };
      const door = createDoor();
      const process = recording(world.process({ transport: kit.transport(), topology: [orders, slow] }));
      process.depot.subscribe('depot-slow', () => door.opened);
      await process.start();
      await process.shop.append(world.shop, [placed('a', 1)]);
      await eventually(async () => expect(await world.effects()).toHaveLength(1));
      expect(await process.shop.lag()).toMatchObject({ pending: 1 });
      expect(await world.rows('outbox_event')).toBe(1);
      door.open();
      await everythingIsDelivered();
      expect(await process.shop.lag()).toEqual({ outboxAgeSeconds: 0, pending: 0, deadLetters: 0 });
    });

    it('resumes after a restart in the middle of 300 events without losing, repeating or swapping one', async () => {
      const door = createDoor();
      let handled = 0;
      const first = world.process({ transport: kit.transport() });
      first.depot.subscribe<Order>('depot-orders', async (event, tx) => {
        handled += 1;
        if (handled === 40) door.open();
        await record(tx, event, 'first');
      });
      await first.start();
      await first.shop.append(
        world.shop,
        range(300).map((number) => placed(`order-${number % 7}`, number)),
      );
      first.shop.wake();
      await door.opened;
      await first.stop();
      await recording(world.process({ transport: kit.transport() }), 'second').start();
      await everythingIsDelivered();
      const effects = await world.effects();
      expect(effects.map(({ number }) => number).sort((a, b) => a - b)).toEqual(range(300));
      for (const [id, numbers] of Object.entries(numbersByAggregate(effects))) {
        expect({ id, numbers }).toEqual({ id, numbers: [...numbers].sort((a, b) => a - b) });
      }
    });

    it('has one replica at work, and the other takes over when it stops', async () => {
      const first = recording(world.process({ transport: kit.transport(), name: 'first' }), 'first');
      const second = recording(world.process({ transport: kit.transport(), name: 'second' }), 'second');
      await first.start();
      await first.shop.append(world.shop, [placed('a', 1)]);
      await everythingIsDelivered();
      await second.start();
      await first.shop.append(
        world.shop,
        range(20).map((number) => placed('a', number + 2)),
      );
      await everythingIsDelivered();
      expect(new Set((await world.effects()).map(({ process }) => process))).toEqual(new Set(['first']));
      await first.stop();
      await second.shop.append(world.shop, [placed('a', 22)]);
      await everythingIsDelivered();
      const effects = await world.effects();
      expect(effects.map(({ number }) => number)).toEqual(range(22).map((number) => number + 1));
      expect(effects.at(-1)?.process).toBe('second');
    });

    it('goes on in order when the database cuts the connections that hold the locks', async () => {
      const processes = ['first', 'second'].map((label) =>
        recording(world.process({ transport: kit.transport(), name: label }), label),
      );
      for (const process of processes) await process.start();
      for (const round of range(6)) {
        await world.shop.transaction((tx) =>
          processes[0]!.shop.append(
            tx,
            range(60).map((number) => placed(`order-${number % 5}`, round * 60 + number)),
          ),
        );
        await eventually(async () => expect((await world.effects()).length).toBeGreaterThan(round * 60));
        for (const db of [world.shop, world.depot]) {
          await db.query(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE locktype = 'advisory' AND granted AND datname = current_database()`);
        }
      }
      await everythingIsDelivered();
      const byAggregate = numbersByAggregate(await world.effects());
      expect(Object.keys(byAggregate)).toHaveLength(5);
      for (const [id, numbers] of Object.entries(byAggregate)) {
        expect(numbers).toEqual(range(72).map((step) => step * 5 + Number(id.slice(6))));
      }
    });

    it('remembers an event after a handler that is not transactional, and repeats one that failed', async () => {
      let calls = 0;
      const process = world.process({ transport: kit.transport() });
      process.depot.subscribe(
        'depot-orders',
        async () => {
          calls += 1;
          expect(await world.rows('inbox_event')).toBe(0);
          if (calls === 1) throw new Error('once more');
        },
        { ...fast, transactional: false },
      );
      await process.start();
      await process.shop.append(world.shop, [placed('a', 1)]);
      await everythingIsDelivered();
      expect(calls).toBe(2);
      expect(await world.rows('inbox_event')).toBe(1);
    });

    it('forgets what was handled more than 7 days ago', async () => {
      const process = recording(world.process({ transport: kit.transport() }));
      await process.start();
      await process.shop.append(world.shop, [placed('a', 1)]);
      await everythingIsDelivered();
      await process.stop();
      const inSixDays = { now: () => new Date(Date.now() + 6 * 86_400_000) };
      const inEightDays = { now: () => new Date(Date.now() + 8 * 86_400_000) };
      const early = recording(world.process({ transport: kit.transport(), clock: inSixDays }));
      await early.start();
      await early.shop.append(world.shop, [placed('a', 2)]);
      await everythingIsDelivered();
      await early.stop();
      expect(await world.rows('inbox_event')).toBe(2);
      await recording(world.process({ transport: kit.transport(), clock: inEightDays })).start();
      await eventually(async () => expect(await world.rows('inbox_event')).toBe(0));
    });
  });
}
