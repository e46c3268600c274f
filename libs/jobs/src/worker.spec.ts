import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { createWorker } from './worker';

const log = createLogger({ service: 'test', level: 'silent' });
const DAY = 86_400_000;

describe('createWorker', () => {
  it('goes on at once while more is waiting, and after a failure at its time', async () => {
    let rounds = 0;
    const worker = createWorker({
      name: 'test',
      interval: 1,
      log,
      round: async () => {
        rounds += 1;
        if (rounds === 3) throw new Error('away');
        return rounds < 3;
      },
    });
    worker.start();
    await eventually(() => expect(rounds).toBeGreaterThan(4));
    await worker.stop();
  });

  it('logs one line of an outage, not one per round, and every round that failed otherwise', async () => {
    const lines: string[] = [];
    const say = (_facts: object, message: string): void => void lines.push(message);
    let rounds = 0;
    const worker = createWorker({
      name: 'test',
      interval: 1,
      log: { warn: say, error: say } as never,
      round: async () => {
        rounds += 1;
        if (rounds > 5) throw new Error('wrong');
        throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
      },
    });
    worker.start();
    await eventually(() => expect(rounds).toBeGreaterThan(7));
    await worker.stop();
    expect(lines[0]).toBe('Rounds of a worker fail because something is away');
    expect(lines.slice(1)).toEqual(Array<string>(rounds - 5).fill('A round of a worker failed'));
  });

  it('takes no more than its share of the time, however much there is to do and however often it is woken', async () => {
    const times: { began: number; ended: number }[] = [];
    const worker = createWorker({
      name: 'test',
      interval: 1,
      rest: 1,
      share: 0.25,
      log,
      round: async () => {
        const began = performance.now();
        while (performance.now() < began + 10);
        times.push({ began, ended: performance.now() });
        worker.wake();
        return times.length % 2 === 0;
      },
    });
    worker.start();
    await eventually(() => expect(times.length).toBeGreaterThan(4));
    await worker.stop();
    for (const [at, { began, ended }] of times.slice(0, -1).entries()) {
      const rest = (times[at + 1]?.began ?? Infinity) - ended;
      expect(rest).toBeGreaterThan(2.5 * (ended - began));
    }
  });

  it('is woken long before its time, and 100 times at once are one round', async () => {
    let rounds = 0;
    const worker = createWorker({
      name: 'test',
      interval: DAY,
      rest: 1,
      log,
      round: async () => {
        rounds += 1;
        return false;
      },
    });
    worker.start();
    await eventually(() => expect(rounds).toBe(1));
    for (let time = 0; time < 100; time += 1) worker.wake();
    await eventually(() => expect(rounds).toBe(2));
    await worker.stop();
    expect(rounds).toBe(2);
  });

  it('hears what wakes it during a round', async () => {
    let rounds = 0;
    const worker = createWorker({
      name: 'test',
      interval: DAY,
      rest: 1,
      log,
      round: async () => {
        rounds += 1;
        if (rounds === 1) worker.wake();
        return false;
      },
    });
    worker.start();
    await eventually(() => expect(rounds).toBe(2));
    await worker.stop();
  });
});
