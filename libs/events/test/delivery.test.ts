import { eventually } from '@parley/testing';
import type { Subscription } from '../src';
import { createDoor, overEachTransport, range } from './support/transports';
import { numbersByAggregate, orders, placed, record, type Order } from './support/world';

overEachTransport('delivery', ({ world, kit, recording, everythingIsDelivered }) => {
  it('delivers an event with its subject, ids, payload, headers and time', async () => {
    const seen: unknown[] = [];
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe('depot-orders', (event) => Promise.resolve(void seen.push(event)));
    await process.start();
    const payload = { text: 'naïve "日本" 🙂\n', nothing: null, list: [1, 2.5, { deep: false }] };
    const headers = { traceparent: '00-ab-cd-01', requestId: 'r 1' };
    // Both in one transaction: a moment after it the event may have been delivered and be gone.
    const { id, row } = await world().shop.transaction(async (tx) => {
      const [made] = await process.shop.append(tx, [{ ...placed('a', 1), payload, headers }]);
      const [stored] = await tx.query<{ created_at: Date }>('SELECT created_at FROM outbox_event');
      return { id: made, row: stored };
    });
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
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>('depot-orders', async (event, tx) => {
      await tx.query('SELECT pg_sleep(random() / 500)');
      await record(tx, event);
    });
    await process.start();
    await Promise.all(
      range(5).map(async (writer) => {
        for (const number of range(50)) {
          // Each aggregate has one writer, as the row's lock of a real change sees to.
          await world().shop.transaction(async (tx) => {
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
    const byAggregate = numbersByAggregate(await world().effects());
    expect(Object.keys(byAggregate)).toHaveLength(20);
    for (const numbers of Object.values(byAggregate)) expect(numbers).toEqual(range(50));
  });

  it('delivers an event whose transaction committed after one with a higher sequence', async () => {
    const process = recording(world().process({ transport: kit().transport() }));
    await process.start();
    await world().shop.transaction(async (early) => {
      await process.shop.append(early, [placed('a', 1)]);
      await process.shop.append(world().shop, [placed('b', 2)]);
      await eventually(async () => expect(await world().effects()).toHaveLength(1));
      await eventually(async () => expect(await world().rows('outbox_event')).toBe(0));
    });
    await eventually(async () =>
      expect((await world().effects()).map(({ number }) => number)).toEqual([2, 1]),
    );
    await everythingIsDelivered();
  });

  it('publishes nothing of a transaction that rolled back', async () => {
    const process = recording(world().process({ transport: kit().transport() }));
    await process.start();
    await world()
      .shop.transaction(async (tx) => {
        await process.shop.append(tx, [placed('a', 1)]);
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await process.shop.append(world().shop, [placed('a', 2)]);
    await everythingIsDelivered();
    expect((await world().effects()).map(({ number }) => number)).toEqual([2]);
  });

  it('keeps events for a consumer that never ran before', async () => {
    const producer = world().process({ transport: kit().transport() });
    await producer.shop.start();
    await producer.shop.append(
      world().shop,
      range(30).map((number) => placed(`order-${number % 3}`, number)),
    );
    producer.shop.wake();
    await producer.stop();
    expect(await world().rows('outbox_event')).toBe(30);
    await recording(world().process({ transport: kit().transport() })).start();
    await everythingIsDelivered();
    expect(await world().effects()).toHaveLength(30);
  });

  it('delivers to each of two durables, also by several subjects, and drops what nobody wants', async () => {
    const audit: Subscription = {
      durable: 'depot-audit',
      stream: 'shop',
      subjects: ['shop.v1.order.cancelled', 'shop.v1.item.>'],
      consumer: 'depot',
    };
    const audited: string[] = [];
    const process = recording(world().process({ transport: kit().transport(), topology: [orders, audit] }));
    process.depot.subscribe('depot-audit', ({ subject }) => Promise.resolve(void audited.push(subject)), {
      backoff: () => 5,
    });
    await process.start();
    const item = { ...placed('i', 3), subject: 'shop.v1.item.price.raised' };
    const other = { ...placed('o', 4), subject: 'shop.v1.customer.created' };
    await process.shop.append(world().shop, [placed('a', 1), placed('a', 2, 'cancelled'), item, other]);
    await everythingIsDelivered();
    expect((await world().effects()).map(({ number }) => number)).toEqual([1, 2]);
    expect([...audited].sort()).toEqual(['shop.v1.item.price.raised', 'shop.v1.order.cancelled']);
  });

  it('keeps an event until the last of its durables has handled it', async () => {
    const slow: Subscription = { ...orders, durable: 'depot-slow' };
    const door = createDoor();
    const process = recording(world().process({ transport: kit().transport(), topology: [orders, slow] }));
    process.depot.subscribe('depot-slow', () => door.opened);
    await process.start();
    await process.shop.append(world().shop, [placed('a', 1)]);
    await eventually(async () => expect(await world().effects()).toHaveLength(1));
    expect(await process.shop.lag()).toMatchObject({ pending: 1 });
    expect(await world().rows('outbox_event')).toBe(1);
    door.open();
    await everythingIsDelivered();
    expect(await process.shop.lag()).toEqual({ outboxAgeSeconds: 0, pending: 0, deadLetters: 0 });
  });

  it('remembers an event after a handler that is not transactional, and repeats one that failed', async () => {
    let calls = 0;
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe(
      'depot-orders',
      async () => {
        calls += 1;
        expect(await world().rows('inbox_event')).toBe(0);
        if (calls === 1) throw new Error('once more');
      },
      { backoff: () => 5, transactional: false },
    );
    await process.start();
    await process.shop.append(world().shop, [placed('a', 1)]);
    await everythingIsDelivered();
    expect(calls).toBe(2);
    expect(await world().rows('inbox_event')).toBe(1);
  });

  it('forgets what was handled more than 7 days ago', async () => {
    const process = recording(world().process({ transport: kit().transport() }));
    await process.start();
    await process.shop.append(world().shop, [placed('a', 1)]);
    await everythingIsDelivered();
    await process.stop();
    const inSixDays = { now: () => new Date(Date.now() + 6 * 86_400_000) };
    const inEightDays = { now: () => new Date(Date.now() + 8 * 86_400_000) };
    const early = recording(world().process({ transport: kit().transport(), clock: inSixDays }));
    await early.start();
    await early.shop.append(world().shop, [placed('a', 2)]);
    await everythingIsDelivered();
    await early.stop();
    expect(await world().rows('inbox_event')).toBe(2);
    await recording(world().process({ transport: kit().transport(), clock: inEightDays })).start();
    await eventually(async () => expect(await world().rows('inbox_event')).toBe(0));
  });
});
