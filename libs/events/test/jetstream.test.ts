import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsumerInfo } from '@nats-io/jetstream';
import { eventually } from '@parley/testing';
import type { Subscription } from '../src';
import { natsBinary, startOwnNats, type OwnNatsServer } from './support/nats-server';
import {
  createWorld,
  jetStreamKit,
  numbersByAggregate,
  orders,
  placed,
  record,
  silent,
  type JetStreamKit,
  type Order,
  type ProcessOptions,
  type TestProcess,
  type World,
} from './support/world';

const range = (length: number, from = 1): number[] => Array.from({ length }, (_, index) => from + index);

(natsBinary() ? describe : describe.skip)('events over a JetStream server that fails', () => {
  let home: string;
  let store: string;
  let server: OwnNatsServer;
  let world: World;
  let kit: JetStreamKit;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'parley-events-'));
    store = join(home, 'store');
    server = await startOwnNats(store);
    world = await createWorld('events failing');
  });
  beforeEach(async () => {
    kit = await jetStreamKit(server.url);
  });
  afterEach(async () => {
    await server.start();
    await world.reset();
    await kit.close();
  });
  afterAll(async () => {
    await world.drop();
    await server.kill();
    rmSync(home, { recursive: true, force: true });
  });

  const process = (options: Partial<ProcessOptions> = {}): TestProcess => {
    const created = world.process({ transport: kit.transport(), ...options });
    created.depot.subscribe<Order>('depot-orders', (event, tx) => record(tx, event), { backoff: () => 5 });
    return created;
  };

  const append = async (by: TestProcess, numbers: readonly number[], aggregate = 'a'): Promise<void> => {
    await world.shop.transaction((tx) =>
      by.shop.append(
        tx,
        numbers.map((number) => placed(aggregate, number)),
      ),
    );
    by.shop.wake();
  };

  const published = (count: number): Promise<void> =>
    eventually(async () => {
      const rows = await world.shop.query('SELECT FROM outbox_event WHERE published_at IS NOT NULL');
      expect(rows).toHaveLength(count);
    });

  const handledInOrder = async (numbers: readonly number[]): Promise<void> => {
    await eventually(async () => {
      expect(await world.rows('outbox_event')).toBe(0);
      expect(await kit.leftAtBroker()).toBe(0);
    });
    expect((await world.effects()).map(({ number }) => number)).toEqual(numbers);
  };

  const durable = (): Promise<ConsumerInfo> => kit.jsm.consumers.info(kit.stream, 'depot-orders');

  const messagesFolder = (): string => join(store, 'jetstream', '$G', 'streams', kit.stream, 'msgs');

  const replace = (folder: string, by: string): void => {
    rmSync(folder, { recursive: true });
    renameSync(by, folder);
  };

  it('sends everything undelivered again after a crash that cost the whole store, older events first', async () => {
    const producer = process();
    await producer.shop.start();
    await append(producer, range(50));
    await published(50);
    await server.kill();
    rmSync(store, { recursive: true, force: true });
    await append(producer, range(50, 51));
    await server.start();
    await process().depot.start();
    await handledInOrder(range(100));
  });

  it.each([
    { what: 'keeps its store', wipe: false },
    { what: 'loses its store', wipe: true },
  ])(
    'handles each of 400 events once and in order while a server that $what crashes 3 times',
    async ({ wipe }) => {
      const running = world.process({ transport: kit.transport() });
      running.depot.subscribe<Order>('depot-orders', async (event, tx) => {
        await tx.query('SELECT pg_sleep(0.002)');
        await record(tx, event);
      });
      await running.start();
      for (const round of range(4, 0)) {
        for (const number of range(100, round * 100)) {
          await running.shop.append(world.shop, [placed(`order-${number % 4}`, number)]);
          if (number % 10 === 0) running.shop.wake();
        }
        if (round === 3) break;
        await eventually(async () => expect((await world.effects()).length).toBeGreaterThan(round * 100));
        await server.kill();
        if (wipe) rmSync(store, { recursive: true, force: true });
        await server.start();
      }
      await eventually(async () => {
        expect(await world.rows('outbox_event')).toBe(0);
        expect(await kit.leftAtBroker()).toBe(0);
      });
      const byAggregate = numbersByAggregate(await world.effects());
      for (const remainder of range(4, 0)) {
        expect(byAggregate[`order-${remainder}`]).toEqual(range(100, 0).map((step) => step * 4 + remainder));
      }
    },
  );

  it('publishes at once what a process wrote that does not publish, and tells who listens', async () => {
    const settings = { pollMs: 3_600_000 };
    const [first, second] = [process({ settings }), process({ settings })];
    let nudges = 0;
    first.shop.onNudge(() => (nudges += 1));
    second.shop.onNudge(() => expect('told by itself').toBe('not told'));
    await first.start();
    await append(first, range(1));
    await handledInOrder(range(1));
    await second.start();
    await append(second, range(5, 2));
    await handledInOrder(range(6));
    expect(nudges).toBeGreaterThan(0);
    // Many words share a message.
    const before = nudges;
    range(50).forEach(() => second.shop.wake());
    await eventually(() => expect(nudges).toBeGreaterThan(before));
    expect(nudges - before).toBeLessThan(10);
  });

  it('sends again what a crash took from the end of the stream', async () => {
    const producer = process();
    await producer.shop.start();
    await append(producer, range(5));
    await published(5);
    await server.kill();
    cpSync(store, join(home, 'earlier'), { recursive: true });
    await server.start();
    await append(producer, range(5, 6));
    await published(10);
    await server.kill();
    replace(store, join(home, 'earlier'));
    await append(producer, range(5, 11));
    await server.start();
    await process().depot.start();
    await handledInOrder(range(15));
  });

  it('does not take new events for handled ones when a crash left the durable ahead of its stream', async () => {
    const running = process();
    await running.start();
    await append(running, range(3));
    await handledInOrder(range(3));
    await server.kill();
    cpSync(messagesFolder(), join(home, 'msgs'), { recursive: true });
    await server.start();
    await append(running, range(7, 4));
    await handledInOrder(range(10));
    await running.depot.stop();
    const next = process();
    await next.depot.start();
    await eventually(async () => expect((await durable()).config.opt_start_seq).toBe(11));
    await next.depot.stop();
    await server.kill();
    replace(messagesFolder(), join(home, 'msgs'));
    await server.start();
    await eventually(async () => expect((await kit.jsm.streams.info(kit.stream)).state.last_seq).toBe(3));
    await append(running, range(2, 11));
    await published(2);
    await process().depot.start();
    await handledInOrder(range(12));
  });

  it('repairs a stream that is deleted while events are on their way', async () => {
    const running = process();
    await running.shop.start();
    await append(running, range(20));
    await published(20);
    await kit.jsm.streams.delete(kit.stream);
    await append(running, range(20, 21));
    await running.depot.start();
    await handledInOrder(range(40));
    await kit.jsm.streams.delete(kit.stream);
    await append(running, range(20, 41));
    await handledInOrder(range(60));
  });

  it('sends everything undelivered again into a stream that took the place of the old one and is as long', async () => {
    const first = process();
    await first.shop.start();
    await append(first, range(5));
    await published(5);
    await first.stop();
    const { config } = await kit.jsm.streams.info(kit.stream);
    await kit.jsm.streams.delete(kit.stream);
    await kit.jsm.streams.add(config);
    const foreign = config.subjects[0]!.replace('>', 'v1.order.placed');
    for (const text of range(5)) await kit.nc.request(foreign, `no event ${text}`);
    await process().start();
    await handledInOrder(range(5));
  });

  it('repairs a durable that is deleted, without losing what it had not acknowledged', async () => {
    const running = process();
    await running.shop.start();
    await append(running, range(20));
    await published(20);
    await kit.jsm.consumers.delete(kit.stream, 'depot-orders');
    await eventually(durable);
    expect(await world.rows('outbox_event')).toBe(20);
    await running.depot.start();
    await handledInOrder(range(20));
    await kit.jsm.consumers.delete(kit.stream, 'depot-orders');
    await append(running, range(20, 21));
    await handledInOrder(range(40));
  });

  it('sends again what an operator purged from the stream before it was delivered', async () => {
    const running = process();
    await running.shop.start();
    await append(running, range(20));
    await published(20);
    await kit.jsm.streams.purge(kit.stream);
    await eventually(async () => expect(await kit.leftAtBroker()).toBe(20));
    await running.depot.start();
    await handledInOrder(range(20));
  });

  it('keeps what a consumer owes when it tidies the stream before it, also for the process that takes over', async () => {
    let allowed = 10;
    const waiting: (() => void)[] = [];
    // A durable of several subjects gets the whole stream, and only those lose what they owe at a purge.
    const topology = [{ ...orders, subjects: [...orders.subjects, 'shop.v1.order.shipped'] }];
    const first = world.process({ transport: kit.transport(), topology });
    first.depot.subscribe<Order>('depot-orders', async (event, tx) => {
      if (event.payload.number > allowed) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        if (event.payload.number > allowed) throw new Error('The process ends before the event is handled');
      }
      await record(tx, event);
    });
    await first.start();
    await append(first, range(50));
    await eventually(async () => {
      expect(await world.rows('outbox_event')).toBe(40);
      expect(await kit.leftAtBroker()).toBe(40);
    });
    allowed = 12;
    waiting.splice(0).forEach((go) => go());
    await eventually(async () => expect(await world.rows('outbox_event')).toBeLessThanOrEqual(38));
    await eventually(async () => expect(await kit.leftAtBroker()).toBe(await world.rows('outbox_event')));
    expect(await world.rows('outbox_event')).toBe(38);
    const stopped = first.stop();
    waiting.splice(0).forEach((go) => go());
    await stopped;
    await process({ topology }).start();
    await handledInOrder(range(50));
  });

  it('puts no second copy into the stream when it published without being able to note it', async () => {
    const first = process();
    await first.shop.start();
    await append(first, range(20));
    await published(20);
    await first.stop();
    await world.shop.query(
      'UPDATE outbox_event SET published_at = NULL, stream_seq = NULL, stream_epoch = NULL WHERE seq % 2 = 0',
    );
    const warnings: string[] = [];
    const second = process({ log: { ...silent, warn: (_fields, message) => void warnings.push(message) } });
    await second.shop.start();
    await append(second, range(5, 21));
    await published(25);
    expect(await kit.leftAtBroker()).toBe(25);
    expect(warnings).toEqual([]);
    await second.depot.start();
    await handledInOrder(range(25));
  });

  it('drops a foreign message and goes on publishing behind it', async () => {
    const running = process();
    await running.start();
    await append(running, range(3));
    await handledInOrder(range(3));
    const { config } = await kit.jsm.streams.info(kit.stream);
    kit.nc.publish(config.subjects[0]!.replace('>', 'v1.order.placed'), 'no event');
    await kit.nc.flush();
    await append(running, range(3, 4));
    await handledInOrder(range(6));
  });

  it('keeps events for a durable that a newer release of a consumer created', async () => {
    const later: Subscription = { ...orders, durable: 'depot-later' };
    const newer = process({ topology: [orders, later] });
    await newer.depot.start();
    await newer.depot.stop();
    const running = process();
    await running.start();
    await append(running, range(5));
    await eventually(async () => expect(await world.effects()).toHaveLength(5));
    await eventually(async () => expect((await durable()).ack_floor.stream_seq).toBe(5));
    expect(await world.rows('outbox_event')).toBe(5);
    await running.stop();

    const retired = process({ topology: [orders, { ...later, retired: true }] });
    await retired.start();
    await handledInOrder(range(5));
    await expect(kit.jsm.consumers.info(kit.stream, 'depot-later')).rejects.toThrow('consumer not found');
  });

  it('says that it is unhealthy while the server is away, and recovers by itself', async () => {
    const running = process();
    await running.start();
    await running.shop.health();
    await server.kill();
    await eventually(() =>
      expect(running.shop.health()).rejects.toThrow(`no connection to NATS at ${server.url}`),
    );
    await server.start();
    await eventually(() => running.shop.health());
    await running.shop.append(world.shop, [placed('a', 1)]);
    await handledInOrder([1]);
  });
});
