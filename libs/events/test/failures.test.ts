import { eventually } from '@parley/testing';
import { createDoor, overEachTransport, range } from './support/transports';
import type { DomainEvent, NewEvent } from '../src';
import { numbersByAggregate, orders, placed, record, type Order } from './support/world';

overEachTransport('failures', ({ world, kit, recording, everythingIsDelivered }) => {
  it('applies an event once when the process dies between its effect and its acknowledgement', async () => {
    const [inHandler, mayEnd, ended] = [createDoor(), createDoor(), createDoor()];
    const first = world().process({ transport: kit().transport(), settings: { stopDeadlineMs: 0 } });
    first.depot.subscribe<Order>('depot-orders', async (event, tx) => {
      inHandler.open();
      await mayEnd.opened;
      await record(tx, event, 'first');
      ended.open();
    });
    await first.start();
    await first.shop.append(world().shop, [placed('a', 1)]);
    await inHandler.opened;
    await first.stop();
    mayEnd.open();
    await ended.opened;
    await eventually(async () => expect(await world().effects()).toHaveLength(1));
    expect(await world().rows('outbox_event')).toBe(1);

    const outcomes: string[] = [];
    const second = world().process({
      transport: kit().transport(),
      observer: { delivered: (_durable, outcome) => outcomes.push(outcome) },
    });
    await recording(second, 'second').start();
    await everythingIsDelivered();
    expect(outcomes).toEqual(['duplicate']);
    expect((await world().effects()).map(({ process }) => process)).toEqual(['first']);
  });

  it('lets one aggregate back off without holding up another, and keeps its order', async () => {
    const handled: string[] = [];
    let repaired = false;
    const process = world().process({ transport: kit().transport() });
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
    await process.shop.append(world().shop, events);
    await eventually(() => expect(handled).toEqual(range(10).map((number) => `whole ${number}`)));
    repaired = true;
    await eventually(() => expect(handled.slice(10)).toEqual(range(10).map((number) => `broken ${number}`)));
    await everythingIsDelivered();
  });

  it('waits as the backoff says, makes a dead letter after 3 attempts, goes on with the aggregate, and replays it', async () => {
    let broken = true;
    const waits: number[] = [];
    const attempts: number[] = [];
    const process = world().process({ transport: kit().transport() });
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
    await process.shop.append(world().shop, [placed('a', 1), placed('a', 2)]);
    await everythingIsDelivered();
    expect(attempts).toEqual([1, 1, 1, 2]);
    expect(waits).toEqual([1, 2]);
    expect((await world().effects()).map(({ number }) => number)).toEqual([2]);
    const letters = await world().depot.query(
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
    expect((await world().effects()).map(({ number }) => number)).toEqual([2, 1]);
    expect((await process.depot.lag()).deadLetters).toBe(0);
  });

  it('forgets dead letters about a contact with its deletion, others after 30 days, and none that tells of a deletion', async () => {
    const topology = [{ ...orders, subjects: [...orders.subjects, 'shop.v1.contact.deleted'] }];
    const run = (days: number) => {
      const process = world().process({
        transport: kit().transport(),
        topology,
        clock: { now: () => new Date(Date.now() + days * 86_400_000) },
      });
      const handle = ({ subject, aggregateId }: DomainEvent): Promise<void> =>
        subject.endsWith('deleted') && aggregateId === 'c1'
          ? Promise.resolve()
          : Promise.reject(new Error('never'));
      process.depot.subscribe('depot-orders', handle, { attempts: 1 });
      return process;
    };
    const letters = async (): Promise<unknown[]> =>
      (
        await world().depot.query<{ subject: string; id: string }>(
          `SELECT subject, coalesce(payload ->> 'by', aggregate_id) AS id FROM dead_letter ORDER BY subject, id`,
        )
      ).map(({ subject, id }) => `${subject} ${id}`);
    const of = (by: string): NewEvent => ({ ...placed(`order-of-${by}`, 1), payload: { by } });
    const deleted = (contact: string): NewEvent => ({
      subject: 'shop.v1.contact.deleted',
      projectId: 'project',
      aggregateId: contact,
      payload: {},
    });
    const process = run(0);
    await process.start();
    await process.shop.append(world().shop, [of('c1'), of('c2'), deleted('c2')]);
    await everythingIsDelivered();
    await process.shop.append(world().shop, [deleted('c1')]);
    await everythingIsDelivered();
    const left = ['shop.v1.contact.deleted c2', 'shop.v1.order.placed c2'];
    expect(await letters()).toEqual(left);
    await process.stop();
    await run(31).start();
    await eventually(async () => expect(await letters()).toEqual(left.slice(0, 1)));
  });

  it('skips the later dead letters of an aggregate whose first one fails again', async () => {
    const process = world().process({ transport: kit().transport() });
    process.depot.subscribe<Order>('depot-orders', () => Promise.reject(new Error('never')), {
      attempts: 1,
    });
    await process.start();
    await process.shop.append(world().shop, [placed('a', 1), placed('a', 2), placed('b', 1)]);
    await everythingIsDelivered();
    expect(await process.depot.replayDeadLetters()).toEqual({ replayed: 0, failed: 2, skipped: 1 });
  });

  it('resumes after a restart in the middle of 300 events without losing, repeating or swapping one', async () => {
    const door = createDoor();
    let handled = 0;
    const first = world().process({ transport: kit().transport() });
    first.depot.subscribe<Order>('depot-orders', async (event, tx) => {
      handled += 1;
      if (handled === 40) door.open();
      await record(tx, event, 'first');
    });
    await first.start();
    await first.shop.append(
      world().shop,
      range(300).map((number) => placed(`order-${number % 7}`, number)),
    );
    first.shop.wake();
    await door.opened;
    await first.stop();
    await recording(world().process({ transport: kit().transport() }), 'second').start();
    await everythingIsDelivered();
    const effects = await world().effects();
    expect(effects.map(({ number }) => number).sort((a, b) => a - b)).toEqual(range(300));
    for (const [id, numbers] of Object.entries(numbersByAggregate(effects))) {
      expect({ id, numbers }).toEqual({ id, numbers: [...numbers].sort((a, b) => a - b) });
    }
  });

  it('has one replica at work, and the other takes over when it stops', async () => {
    const first = recording(world().process({ transport: kit().transport(), name: 'first' }), 'first');
    const second = recording(world().process({ transport: kit().transport(), name: 'second' }), 'second');
    await first.start();
    await first.shop.append(world().shop, [placed('a', 1)]);
    await everythingIsDelivered();
    await second.start();
    await first.shop.append(
      world().shop,
      range(20).map((number) => placed('a', number + 2)),
    );
    await everythingIsDelivered();
    expect(new Set((await world().effects()).map(({ process }) => process))).toEqual(new Set(['first']));
    await first.stop();
    await second.shop.append(world().shop, [placed('a', 22)]);
    await everythingIsDelivered();
    const effects = await world().effects();
    expect(effects.map(({ number }) => number)).toEqual(range(22).map((number) => number + 1));
    expect(effects.at(-1)?.process).toBe('second');
  });

  it('goes on in order when the database cuts the connections that hold the locks', async () => {
    const processes = ['first', 'second'].map((label) =>
      recording(world().process({ transport: kit().transport(), name: label }), label),
    );
    for (const process of processes) await process.start();
    for (const round of range(6)) {
      await world().shop.transaction((tx) =>
        processes[0]!.shop.append(
          tx,
          range(60).map((number) => placed(`order-${number % 5}`, round * 60 + number)),
        ),
      );
      await eventually(async () => expect((await world().effects()).length).toBeGreaterThan(round * 60));
      for (const db of [world().shop, world().depot]) {
        await db.query(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE locktype = 'advisory' AND granted AND datname = current_database()`);
      }
    }
    await everythingIsDelivered();
    const byAggregate = numbersByAggregate(await world().effects());
    expect(Object.keys(byAggregate)).toHaveLength(5);
    for (const [id, numbers] of Object.entries(byAggregate)) {
      expect(numbers).toEqual(range(72).map((step) => step * 5 + Number(id.slice(6))));
    }
  });
});
