import { createMetrics } from '@parley/telemetry';
import { createTurns, type Turns, type TurnsOptions } from './turns';

/** A call that ends when it is told to. */
interface Held {
  name: string;
  end: () => void;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const open = (
  limit: number,
  settings: Partial<TurnsOptions> = {},
): { turns: Turns; begun: Held[]; ask: (project: string, name: string) => Promise<string> } => {
  const turns = createTurns(limit, createMetrics({ service: 'test' }), {
    metric: 'calls',
    things: 'Calls',
    ...settings,
  });
  const begun: Held[] = [];
  const ask = (project: string, name: string): Promise<string> =>
    turns.run(project, () => new Promise((resolve) => begun.push({ name, end: () => resolve(name) })));
  return { turns, begun, ask };
};

const names = (begun: readonly Held[]): string[] => begun.map(({ name }) => name);

it('begins as many calls as there is room for, and the next when one ends', async () => {
  const { begun, ask } = open(2);
  const all = ['1', '2', '3'].map((name) => ask('a', name));
  await settled();
  expect(names(begun)).toEqual(['1', '2']);
  begun[1]?.end();
  expect(await all[1]).toBe('2');
  await settled();
  expect(names(begun)).toEqual(['1', '2', '3']);
  for (const { end } of begun) end();
  await Promise.all(all);
});

it('lets projects take turns, whatever each has waiting, and a project’s calls keep their order', async () => {
  const { begun, ask } = open(1);
  const all = [
    ...Array.from({ length: 20 }, (_, n) => ask('flood', `flood ${n}`)),
    ...['b 0', 'b 1'].map((name) => ask('b', name)),
    ask('c', 'c 0'),
  ];
  for (let n = 0; n < all.length; n += 1) {
    begun.at(-1)?.end();
    await settled();
  }
  await Promise.all(all);
  expect(names(begun).slice(0, 8)).toEqual([
    'flood 0',
    'flood 1',
    'b 0',
    'c 0',
    'flood 2',
    'b 1',
    'flood 3',
    'flood 4',
  ]);
});

it('goes on after a call that fails', async () => {
  const { turns } = open(1);
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('counts a call for its first second only: who waits for a model keeps nobody else waiting', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const { begun, ask } = open(1);
  const slow = ask('a', 'slow');
  const quick = ask('b', 'quick');
  jest.advanceTimersByTime(999);
  await settled();
  expect(names(begun)).toEqual(['slow']);
  jest.advanceTimersByTime(1);
  await settled();
  expect(names(begun)).toEqual(['slow', 'quick']);
  begun[1]?.end();
  expect(await quick).toBe('quick');
  const third = ask('c', 'third');
  await settled();
  begun[0]?.end();
  begun[2]?.end();
  expect([await slow, await third]).toEqual(['slow', 'third']);
  jest.useRealTimers();
});

it('refuses with 503 and Retry-After what waits for too long, and who comes when too many wait', async () => {
  const { begun, ask } = open(1, { patienceMs: 30, maxWaiting: { project: 2, all: 3 } });
  const first = ask('a', 'first');
  const late = [ask('a', 'late 1'), ask('a', 'late 2'), ask('b', 'late 3')];
  const refusal = expect.objectContaining({ reason: 'UNAVAILABLE', retryAfter: 1 });
  await expect(ask('a', 'over its own share')).rejects.toEqual(refusal);
  await expect(ask('c', 'over all')).rejects.toEqual(refusal);
  const results = await Promise.allSettled(late);
  expect(results).toEqual(late.map(() => ({ status: 'rejected', reason: refusal })));
  begun[0]?.end();
  expect(await first).toBe('first');
  const after = ask('c', 'after');
  await settled();
  expect(names(begun)).toEqual(['first', 'after']);
  begun[1]?.end();
  expect(await after).toBe('after');
});
