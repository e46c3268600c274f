import { createLogger } from '@parley/telemetry';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLookout, type Lookout, type LookoutOptions } from '../src';

const HOUR = 3_600_000;
const TICK = 20;
const log = createLogger({ service: 'test', level: 'silent' });

let database: TestDatabase;
let lookout: Lookout;
let statements: string[];

/** The database, with what is asked of it noted. */
const noted = (): LookoutOptions['db'] => ({
  query: (text, values, options) => {
    statements.push(text);
    return database.db.query(text, values, options);
  },
  onUse: (listener) => database.db.onUse(listener),
});

const open = (options: Partial<LookoutOptions> = {}): Lookout =>
  (lookout = createLookout({ db: noted(), log, ...options }));

beforeEach(async () => {
  statements = [];
  database = await createTestDatabase('lookout');
  await database.db.query('CREATE TABLE job (kind text, due_at timestamptz)');
});
afterEach(async () => {
  await lookout.stop();
  await database.drop();
});

const add = (kind: string, due: Date): Promise<unknown> =>
  database.db.query('INSERT INTO job VALUES ($1, $2)', [kind, due]);
const selectDue = (kind: string): string => `(SELECT min(due_at) FROM job WHERE kind = '${kind}') <= $1`;

/** A worker that takes what is due of its kind. */
const work = (
  kind: string,
  now: () => Date = () => new Date(),
): { rounds: number; stop(): Promise<void> } => {
  const worker = lookout.worker({
    name: kind,
    due: selectDue(kind),
    interval: TICK,
    rest: 1,
    log,
    round: async () => {
      state.rounds += 1;
      await database.db.query('DELETE FROM job WHERE kind = $1 AND due_at <= $2', [kind, now()]);
      return false;
    },
  });
  const state = { rounds: 0, stop: () => worker.stop() };
  worker.start();
  return state;
};

const looks = async (count: number): Promise<void> => {
  const from = statements.length;
  await eventually(() => expect(statements.length).toBeGreaterThanOrEqual(from + count));
};

it('asks for all workers with one statement, and wakes those that have something to do', async () => {
  open();
  const [ada, bo] = [work('ada'), work('bo')];
  lookout.start();
  await looks(2);
  expect(statements.at(-1)).toContain("kind = 'ada'");
  expect(statements.at(-1)).toContain("kind = 'bo'");
  expect([ada.rounds, bo.rounds]).toEqual([1, 1]);
  await add('bo', new Date(0));
  await eventually(() => expect(bo.rounds).toBeGreaterThan(1));
  await eventually(async () => expect(await database.db.query('SELECT FROM job')).toEqual([]));
  // A look that was taken before it was done may have its worker go once more.
  await looks(3);
  const done = bo.rounds;
  await looks(3);
  // The first rounds are those of the start; what is done is not asked for again.
  expect([ada.rounds, bo.rounds]).toEqual([1, done]);
  await Promise.all([ada.stop(), bo.stop()]);
});

it("goes by the service's clock", async () => {
  let now = new Date();
  open({ clock: () => now });
  const ada = work('ada', () => now);
  await add('ada', new Date(now.getTime() + HOUR));
  lookout.start();
  await looks(3);
  expect(ada.rounds).toBe(1);
  now = new Date(now.getTime() + HOUR);
  await eventually(() => expect(ada.rounds).toBeGreaterThan(1));
  await ada.stop();
});

it('asks for each thing at its own time, and for none when it is stopped', async () => {
  open();
  lookout.watch({ name: 'often', due: selectDue('often'), every: TICK, wake: () => undefined });
  lookout.watch({ name: 'rarely', due: selectDue('rarely'), every: HOUR, wake: () => undefined });
  lookout.start();
  await looks(4);
  expect(statements.filter((text) => text.includes("'rarely'"))).toHaveLength(1);
  await lookout.stop();
  const asked = statements.length;
  await database.db.query('SELECT pg_sleep(0.1)');
  expect(statements).toHaveLength(asked);
});

it('looks at shared queues when it is asked to, and at no other', async () => {
  open();
  let woken = 0;
  const wake = (): void => void (woken += 1);
  lookout.watch({ name: 'shared', due: selectDue('shared'), every: HOUR, isShared: true, wake });
  lookout.watch({ name: 'own', due: selectDue('own'), every: HOUR, wake: () => undefined });
  lookout.start();
  await add('shared', new Date(0));
  lookout.lookNow();
  await eventually(() => expect(statements.filter((text) => text.includes("'shared'"))).toHaveLength(2));
  await eventually(() => expect(woken).toBeGreaterThan(0));
  expect(statements.filter((text) => text.includes("'own'"))).toHaveLength(1);
});

it('looks seldom while nobody uses the database, and at its pace once somebody does', async () => {
  open({ restAfter: 200, restEvery: HOUR });
  const ada = work('ada');
  lookout.start();
  // Looks are no use; whoever else uses the database would keep it awake.
  let rested = statements.length;
  await eventually(async () => {
    rested = statements.length;
    await sleep(10 * TICK);
    expect(statements).toHaveLength(rested);
  });
  expect(ada.rounds).toBe(1);
  await add('ada', new Date(0));
  // Another look may find the row before the round has ended.
  await eventually(() => expect(ada.rounds).toBeGreaterThan(1));
  await looks(2);
  expect(statements.length).toBeGreaterThan(rested + 2);
  await ada.stop();
});

it('wakes whoever waits for a time when it has come, however seldom it looks', async () => {
  open({ restAfter: 0, restEvery: HOUR });
  const woken: number[] = [];
  lookout.watch({
    name: 'timed',
    due: { at: "(SELECT min(due_at) FROM job WHERE kind = 'timed')" },
    every: TICK,
    wake: () => woken.push(Date.now()),
  });
  const soon = new Date(Date.now() + 500);
  await add('timed', soon);
  await add('timed', new Date(Date.now() + HOUR));
  lookout.start();
  await eventually(() => expect(woken).toHaveLength(1));
  expect(woken[0]).toBeGreaterThanOrEqual(soon.getTime());
  // One look finds that it waits, the next one that it is due.
  expect(statements.length).toBeLessThanOrEqual(3);
});

it('finds what waits in a queue that was empty when its plan was made', async () => {
  open();
  await database.db.query('CREATE INDEX ON job (kind, due_at)');
  const ada = work('ada');
  lookout.start();
  await looks(10);
  await database.db.query("INSERT INTO job SELECT 'other', now() FROM generate_series(1, 20000)");
  await add('ada', new Date(0));
  await eventually(() => expect(ada.rounds).toBeGreaterThan(1));
  await ada.stop();
});

it('wakes everybody when it cannot ask, and says so', async () => {
  const lines: string[] = [];
  open({
    log: createLogger({
      service: 'test',
      level: 'error',
      destination: { write: (line) => lines.push(line) },
    }),
  });
  let woken = 0;
  lookout.watch({ name: 'wrong', due: 'no_such_column', every: TICK, wake: () => (woken += 1) });
  lookout.watch({ name: 'right', due: selectDue('ada'), every: TICK, wake: () => (woken += 1) });
  lookout.start();
  await eventually(() => expect(woken).toBeGreaterThanOrEqual(2));
  expect(lines.join('')).toContain('every worker looks by itself');
});

it('refuses a second thing of one name, and one that comes after the start', () => {
  open();
  const watched = { name: 'ada', due: 'false', every: HOUR, wake: () => undefined };
  lookout.watch(watched);
  expect(() => lookout.watch(watched)).toThrow('"ada" is watched already');
  lookout.start();
  expect(() => lookout.watch({ ...watched, name: 'bo' })).toThrow('"bo" is watched after the start');
});

it('asks nothing when nobody’s time has come, whenever it begins', async () => {
  const interval = 100;
  const failures: unknown[] = [];
  const telling = { ...log, error: (fields: object) => failures.push(fields) } as unknown as typeof log;
  for (const early of [10, 30, 50, 70, 90]) {
    const rounds = { count: 0 };
    lookout = createLookout({ db: noted(), log: telling });
    lookout.watch({ name: 'always', due: 'true', every: interval, wake: () => void (rounds.count += 1) });
    // Rounds are at whole multiples of the interval; this one begins so much before one.
    const left = interval - (performance.now() % interval);
    await sleep(left > early ? left - early : left - early + interval);
    lookout.start();
    await eventually(() => expect(rounds.count).toBeGreaterThan(2));
    await lookout.stop();
  }
  expect(failures).toEqual([]);
});
