import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { createEmbeddedBroker } from './embedded/broker';
import { createConsumer, defaultBackoff } from './deliver';
import { createLanes } from './lanes';
import { atMost, createBell, unlessAborted, untilAborted } from './pause';

describe('the default backoff', () => {
  it('is 1, 2, 4, 8, 16 and then 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 100].map(defaultBackoff)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });
});

describe('lanes', () => {
  it('run one key strictly in order and different keys side by side', async () => {
    const lanes = createLanes();
    const log: string[] = [];
    const task = (name: string, turns: number) => async (): Promise<void> => {
      log.push(`${name} starts`);
      for (let count = 0; count < turns; count += 1) await turn();
      log.push(`${name} ends`);
    };
    lanes.run('a', task('a1', 5));
    lanes.run('a', task('a2', 1));
    lanes.run('b', task('b1', 1));
    expect(lanes.size()).toBe(3);
    await lanes.below(1);
    expect(log).toEqual(['a1 starts', 'b1 starts', 'b1 ends', 'a1 ends', 'a2 starts', 'a2 ends']);
  });

  it('tell when fewer than 2 tasks are left', async () => {
    const lanes = createLanes();
    const ends: (() => void)[] = [];
    for (const key of ['a', 'b', 'c'])
      lanes.run(key, () => new Promise((resolve) => void ends.push(resolve)));
    let told = false;
    const waiting = lanes.below(2).then(() => (told = true));
    await turn();
    ends[0]?.();
    await turn();
    expect(told).toBe(false);
    ends[1]?.();
    await waiting;
    expect(lanes.size()).toBe(1);
    ends[2]?.();
    await lanes.below(1);
  });
});

describe('a bell', () => {
  const never = new AbortController().signal;
  const hour = 3_600_000;

  it('ends a wait, also one that begins after the ring', async () => {
    const bell = createBell();
    bell.ring();
    await bell.wait(hour, never);
    const waiting = bell.wait(hour, never);
    bell.ring();
    await waiting;
  });

  it('does not keep a ring that ended a wait', async () => {
    const bell = createBell();
    const waiting = bell.wait(hour, never);
    bell.ring();
    await waiting;
    const end = new AbortController();
    let ended = false;
    const second = bell.wait(hour, end.signal).then(() => (ended = true));
    await turn();
    expect(ended).toBe(false);
    end.abort();
    await second;
  });
});

describe('waiting', () => {
  it('for work at most a time ends with the work, also when it fails', async () => {
    await atMost(3_600_000, Promise.reject(new Error('failed')));
  });

  it('for work ends with the signal, before and during the wait', async () => {
    const end = new AbortController();
    const waiting = unlessAborted(end.signal, new Promise(() => undefined));
    end.abort();
    await expect(waiting).rejects.toThrow('Interrupted');
    await expect(unlessAborted(end.signal, new Promise(() => undefined))).rejects.toThrow('Interrupted');
  });

  it('until work or the signal comes first leaves nothing behind on a signal that lives on', async () => {
    const living = new AbortController();
    await untilAborted(living.signal, Promise.resolve());
    await untilAborted(living.signal, Promise.reject(new Error('failed')));
    await turn();
    expect(getEventListeners(living.signal, 'abort')).toEqual([]);
    const waiting = untilAborted(living.signal, new Promise(() => undefined));
    living.abort();
    await waiting;
    await untilAborted(living.signal, new Promise(() => undefined));
  });
});

describe('the embedded broker', () => {
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const consumer = createConsumer(
    { db: {} as never, clock: { now: () => new Date() }, log, observer: {} },
    'durable',
    () => Promise.resolve(),
    {},
  );

  it('hands a durable to a consumer that comes later, and refuses a second one', async () => {
    const broker = createEmbeddedBroker();
    const waiting = broker.awaitTaker('durable', new AbortController().signal);
    expect(broker.awaited()).toEqual(['durable']);
    const detach = broker.attach(consumer);
    const taker = await waiting;
    expect(taker?.consumer).toBe(consumer);
    expect(broker.awaited()).toEqual([]);
    expect(() => broker.attach(consumer)).toThrow('has a consumer in this process');
    detach();
    expect(taker?.gone.aborted).toBe(true);
    broker.attach(consumer);
  });

  it('ends the wait for a consumer with the signal', async () => {
    const end = new AbortController();
    const waiting = createEmbeddedBroker().awaitTaker('durable', end.signal);
    end.abort();
    expect(await waiting).toBeUndefined();
  });
});
