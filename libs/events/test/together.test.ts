import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventHandler } from '../src';
import { createDoor, overEachTransport, range } from './support/transports';
import { placed, record, type Order } from './support/world';

/** Keeps the numbers of the events of each transaction. */
const recordIn =
  (transactions: Map<string, number[]>): EventHandler<Order> =>
  async (event, tx) => {
    const [row] = await tx.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    transactions.set(row?.id ?? '', [...(transactions.get(row?.id ?? '') ?? []), event.payload.number]);
    await record(tx, event);
  };

overEachTransport('events that share a transaction', ({ world, kit, everythingIsDelivered }) => {
  const countHandled = async (): Promise<number | undefined> => {
    const [inbox] = await world().depot.query<{ count: number }>(
      "SELECT count(*)::integer AS count FROM inbox_event WHERE durable = 'depot-orders'",
    );
    return inbox?.count;
  };

  it('are handled in one, up to as many as were asked for, while those of one aggregate follow each other', async () => {
    const [inFirst, goOn] = [createDoor(), createDoor()];
    const transactions = new Map<string, number[]>();
    let begun = 0;
    const process = world().process({
      transport: kit().transport(),
      observer: { handling: (_durable, _event, attempt) => ((begun += 1), attempt()) },
    });
    process.depot.subscribe<Order>(
      'depot-orders',
      async (event, tx) => {
        if (event.aggregateId === 'first') {
          inFirst.open();
          await goOn.opened;
        }
        await recordIn(transactions)(event, tx);
      },
      { together: 4 },
    );
    await process.start();
    await process.shop.append(world().shop, [placed('first', 0)]);
    await inFirst.opened;
    const events = range(6).map((number) => placed(`other-${number}`, number));
    await process.shop.append(world().shop, [...events, placed('other-1', 7)]);
    await eventually(() => expect(begun).toBe(7));
    goOn.open();
    await everythingIsDelivered();
    const sizes = [...transactions.values()].map(({ length }) => length);
    expect(sizes.slice(0, 2)).toEqual([1, 4]);
    expect(Math.max(...sizes)).toBe(4);
    const numbers = (await world().effects()).map(({ number }) => number);
    expect(numbers).toHaveLength(8);
    expect(numbers.indexOf(7)).toBeGreaterThan(numbers.indexOf(1));
  });

  it('rest after a look that found several, so that those that come meanwhile share the next one', async () => {
    const settings = { burstGatherMs: 600_000 };
    const process = world().process({ transport: kit().transport(), settings });
    process.depot.subscribe<Order>('depot-orders', (event, tx) => record(tx, event), { together: 10 });
    await process.start();
    const append = async (...numbers: number[]): Promise<void> => {
      await process.shop.append(
        world().shop,
        numbers.map((number) => placed(`order-${number}`, number)),
      );
      process.shop.wake();
    };
    const arrived = (count: number): Promise<void> =>
      eventually(async () => expect(await world().effects()).toHaveLength(count));
    // After few there is no such rest.
    for (const number of range(3)) {
      await append(number);
      await arrived(number + 1);
    }
    await append(3, 4, 5, 6);
    await arrived(7);
    for (const number of [7, 8]) await append(number);
    await sleep(500);
    await arrived(7);
    expect(await world().rows('outbox_event')).toBeGreaterThanOrEqual(2);
  });

  it('are told of when the transaction is durable, and not when it failed', async () => {
    const told: number[] = [];
    const missing: number[] = [];
    const process = world().process({ transport: kit().transport() });
    let isFirst = true;
    process.depot.subscribe<Order>(
      'depot-orders',
      async (event, tx) => {
        const { number } = event.payload;
        await record(tx, event);
        if (number === 5 && isFirst) {
          isFirst = false;
          throw new Error('once');
        }
        return () => {
          told.push(number);
          void world()
            .effects()
            .then((effects) => {
              if (!effects.some((effect) => effect.number === number)) missing.push(number);
            });
        };
      },
      { together: 4, backoff: () => 5 },
    );
    await process.start();
    await process.shop.append(
      world().shop,
      range(10).map((number) => placed(`a${number}`, number)),
    );
    await everythingIsDelivered();
    expect(told.sort((a, b) => a - b)).toEqual(range(10));
    expect(missing).toEqual([]);
  });

  it('are acknowledged without a transaction when they concern nobody, and not remembered', async () => {
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>('depot-orders', async (event, tx) => record(tx, event), {
      concerns: ({ payload }) => (payload as Order).number % 2 === 0,
    });
    await process.start();
    await process.shop.append(
      world().shop,
      range(6).map((number) => placed(`c${number}`, number)),
    );
    await everythingIsDelivered();
    const numbers = (await world().effects()).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual([0, 2, 4]);
    expect(await countHandled()).toBe(3);
  });

  it('are acknowledged without it when the database says that they have no effect', async () => {
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>('depot-orders', async (event, tx) => record(tx, event), {
      together: 4,
      findEffective: async (events, sql) => {
        const rows = await sql.query<{ n: number }>('SELECT n FROM generate_series(1, 9, 2) AS odd (n)');
        const odd = new Set(rows.map(({ n }) => n));
        return events.filter(({ payload }) => odd.has((payload as Order).number));
      },
    });
    await process.start();
    await process.shop.append(
      world().shop,
      range(7).map((number) => placed(`e${number}`, number)),
    );
    await everythingIsDelivered();
    const numbers = (await world().effects()).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 3, 5]);
    expect(await countHandled()).toBe(3);
  });

  it('wait until some milliseconds after the start of the one before, or until they fill one', async () => {
    const transactions = new Map<string, number[]>();
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>('depot-orders', recordIn(transactions), { together: 4, everyMs: 600_000 });
    await process.start();
    const append = (...numbers: number[]): Promise<unknown> =>
      process.shop.append(
        world().shop,
        numbers.map((number) => placed(`w${number}`, number)),
      );
    await append(0);
    await eventually(async () => expect(await world().effects()).toHaveLength(1));
    await append(1, 2);
    await append(3, 4, 5);
    await eventually(async () => expect(await world().effects()).toHaveLength(5));
    expect([...transactions.values()].map(({ length }) => length)).toEqual([1, 4]);
  });

  it('fail alone: the others of the transaction are handled once', async () => {
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>(
      'depot-orders',
      async (event, tx) => {
        await record(tx, event);
        if (event.payload.number === 3) throw new Error('never');
      },
      { together: 10, attempts: 2, backoff: () => 5 },
    );
    await process.start();
    await process.shop.append(
      world().shop,
      range(10).map((number) => placed(`a${number}`, number)),
    );
    await everythingIsDelivered();
    const numbers = (await world().effects()).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(range(10).filter((number) => number !== 3));
    expect((await process.depot.lag()).deadLetters).toBe(1);
  });

  it('reach a handler of many in one call and in their order, without those that it had before', async () => {
    const [inFirst, goOn] = [createDoor(), createDoor()];
    const calls: number[][] = [];
    const told: number[][] = [];
    let begun = 0;
    const process = world().process({
      transport: kit().transport(),
      observer: { handling: (_durable, _event, attempt) => ((begun += 1), attempt()) },
    });
    process.depot.subscribeTogether<Order>(
      'depot-orders',
      async (events, tx) => {
        if (events.some(({ aggregateId }) => aggregateId === 'first')) {
          inFirst.open();
          await goOn.opened;
        }
        const numbers = events.map(({ payload }) => payload.number);
        calls.push(numbers);
        for (const event of events) await record(tx, event);
        return () => void told.push(numbers);
      },
      { together: 4 },
    );
    await process.start();
    await process.shop.append(world().shop, [placed('first', 0)]);
    await inFirst.opened;
    const ids = await process.shop.append(
      world().shop,
      range(3).map((number) => placed(`other-${number}`, number + 1)),
    );
    await eventually(() => expect(begun).toBe(4));
    await world().depot.query('INSERT INTO inbox_event (durable, event_id) VALUES ($1, $2)', [
      'depot-orders',
      ids[1],
    ]);
    goOn.open();
    await everythingIsDelivered();
    expect(calls).toEqual([[0], [1, 3]]);
    expect(told).toEqual(calls);
  });
});
