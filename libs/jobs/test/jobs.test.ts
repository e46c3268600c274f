import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { addJob, cancelJob, defineJob, hastenJob, JobFailure, STANDING } from '../src';
import { TAKE } from '../src/job.store';
import { note, PROJECT, withJobs } from './support/notes';

const { database, started, create, start, rows, untilEmpty } = withJobs('jobs');

describe('a job', () => {
  it('is done once its transaction is committed, and not when it is rolled back', async () => {
    const done: string[] = [];
    start(async ({ text }) => void done.push(text));
    await expect(
      database.db.transaction(async (tx) => {
        await addJob(tx, note, { text: 'never' }, { ...PROJECT, key: 'a' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await database.db.transaction(async (tx) => {
      await addJob(tx, note, { text: 'one' }, { ...PROJECT, key: 'a' });
      await sleep(100);
      expect(done).toEqual([]);
    });
    await untilEmpty();
    expect(done).toEqual(['one']);
  });

  it('that is asked for twice is done once, as it was asked for last; of another project or name it is another one', async () => {
    const done: string[] = [];
    await addJob(database.db, note, { text: 'first' }, { ...PROJECT, key: 'a' });
    await addJob(database.db, note, { text: 'second' }, { ...PROJECT, key: 'a' });
    await addJob(database.db, note, { text: 'other' }, { ...PROJECT, projectId: 'p2', key: 'a' });
    start(async ({ text }) => void done.push(text));
    await untilEmpty();
    expect(done.sort()).toEqual(['other', 'second']);
  });

  it('that is asked for while it is done is done once more, after that', async () => {
    const seen: string[] = [];
    start(async ({ text }) => {
      seen.push(`${text} begins`);
      if (text === 'first') {
        for (const again of ['second', 'third'])
          await addJob(database.db, note, { text: again }, { ...PROJECT, key: 'a' });
        await sleep(100);
      }
      seen.push(`${text} ends`);
    });
    await addJob(database.db, note, { text: 'first' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(seen).toEqual(['first begins', 'first ends', 'third begins', 'third ends']);
  });

  it('waits for its time, and is not done when it is cancelled', async () => {
    const done: string[] = [];
    start(async ({ text }) => void done.push(`${text} ${Date.now() >= at.getTime()}`));
    const at = new Date(Date.now() + 400);
    await addJob(database.db, note, { text: 'later' }, { ...PROJECT, key: 'a', at });
    await addJob(database.db, note, { text: 'never' }, { ...PROJECT, key: 'b', at });
    await cancelJob(database.db, note, { ...PROJECT, key: 'b' });
    await untilEmpty();
    expect(done).toEqual(['later true']);
  });

  it('goes on at a time that it names, with attempts counted anew', async () => {
    const attempts: number[] = [];
    start(async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) throw new Error('once');
      return attempts.length < 4 ? { goOnAt: new Date() } : undefined;
    });
    await addJob(database.db, note, { text: 'a' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(attempts).toEqual([1, 2, 1, 1]);
  });

  it('that fails is tried again after its backoff, and is given up and set aside after its last attempt', async () => {
    const givenUp: string[] = [];
    const limited = defineJob<{ text: string }>({ name: 'limited', attempts: 3, backoff: (n) => n * 10 });
    let attempts = 0;
    const doer = {
      handle: async () => {
        attempts += 1;
        throw new Error(`Failed \0 ${attempts}`);
      },
      giveUp: async ({ text }: { text: string }, error: string) => void givenUp.push(`${text}: ${error}`),
    };
    start(doer, limited);
    await addJob(database.db, limited, { text: 'a' }, { ...PROJECT, key: 'a' });
    await eventually(async () =>
      expect(await rows()).toMatchObject([{ status: 'dead', error: 'Failed  3' }]),
    );
    expect(givenUp).toEqual(['a: Failed  3']);
    // Whoever asks for it again gets it done.
    await addJob(database.db, limited, { text: 'b' }, { ...PROJECT, key: 'a' });
    await eventually(() => expect(attempts).toBe(6));
  });

  it('says itself when it is tried again, or that it is not', async () => {
    const times: number[] = [];
    start(async () => {
      times.push(Date.now());
      throw new JobFailure('No.', times.length === 1 ? { retryIn: 300 } : 'give up');
    });
    await addJob(database.db, note, { text: 'a' }, { ...PROJECT, key: 'a' });
    await eventually(async () => expect(await rows()).toMatchObject([{ status: 'dead', error: 'No.' }]));
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(299);
  });

  it('ends in the transaction of what it does, and is left by whoever does not have it any more', async () => {
    await database.db.query('CREATE TABLE effect (text text)');
    const jobs = start(async ({ text }, task) => {
      if (text === 'taken away') await database.db.query('UPDATE job SET claim = claim + 1');
      await database.db.transaction(async (tx) => {
        await task.hold(tx);
        await tx.query('INSERT INTO effect VALUES ($1)', [text]);
        await task.end(tx);
      });
    });
    await addJob(database.db, note, { text: 'kept' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    await addJob(database.db, note, { text: 'taken away' }, { ...PROJECT, key: 'b' });
    await eventually(async () => expect(await rows()).toMatchObject([{ status: 'taken', attempts: 1 }]));
    await jobs.stop();
    expect(await database.db.query('SELECT text FROM effect')).toEqual([{ text: 'kept' }]);
    expect(await rows()).toMatchObject([{ status: 'taken' }]);
  });

  it('is waited for by whoever would like to see what it does: to the end of an attempt, or for a time', async () => {
    const done: string[] = [];
    const jobs = start(async ({ text }, { signal }) => {
      await sleep(text === 'slow' ? 60_000 : 50, undefined, { signal });
      done.push(text);
      if (text === 'fails') throw new JobFailure('No.', { retryIn: 60_000 });
    });
    for (const text of ['quick', 'fails', 'slow']) {
      await addJob(database.db, note, { text }, { ...PROJECT, key: text });
      await jobs.attempted(note, { ...PROJECT, key: text }, text === 'slow' ? 100 : 60_000);
    }
    expect(done).toEqual(['quick', 'fails']);
    // What is over already, or was never asked for, is not waited for.
    for (const key of ['quick', 'fails', 'unknown']) await jobs.attempted(note, { ...PROJECT, key }, 60_000);
  });

  it('that is broken off by a stop is done again, and that attempt does not count', async () => {
    const begun = new Promise<void>((resolve) => {
      start(async (_payload, { signal }) => {
        resolve();
        await new Promise((_done, fail) =>
          signal.addEventListener('abort', () => fail(new Error('stopped'))),
        );
      });
      void addJob(database.db, note, { text: 'a' }, { ...PROJECT, key: 'a' });
    });
    await begun;
    await started[0]?.stop();
    expect(await rows()).toMatchObject([{ status: 'ready', attempts: 0, error: null }]);
  });
});

describe('a standing job', () => {
  it('is there once for several processes, and is done at the start, when it says, when somebody asks, and at the latest after its time', async () => {
    const standing = defineJob<object>({ name: 'standing', every: 400 });
    const done: number[] = [];
    const far = new Date(Date.now() + 3_600_000);
    let isFar = false;
    for (let process = 0; process < 3; process += 1)
      start(async () => {
        done.push(Date.now());
        return isFar ? { goOnAt: far } : undefined;
      }, standing as never);
    await eventually(() => expect(done.length).toBeGreaterThanOrEqual(3));
    expect((done[2] ?? 0) - (done[1] ?? 0)).toBeGreaterThanOrEqual(390);
    expect(await rows()).toHaveLength(1);
    isFar = true;
    const before = done.length;
    await hastenJob(database.db, standing, {}, { ...STANDING, now: new Date() });
    await eventually(() => expect(done.length).toBeGreaterThan(before));
  });

  it('that is set aside stays so when a process starts', async () => {
    const standing = defineJob<object>({ name: 'standing', every: 60_000 });
    await database.db.query(
      `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at) VALUES ('standing', '*', '', '{}', 'dead', now(), now())`,
    );
    const done: number[] = [];
    start(async () => void done.push(1), standing as never);
    const jobs = start(async () => undefined);
    await addJob(database.db, note, { text: '' }, { ...PROJECT, key: 'other' });
    await eventually(async () => expect(await rows()).toHaveLength(1));
    expect(await jobs.lag()).toMatchObject({ dead: [{ name: 'standing', count: 1 }] });
    expect(done).toEqual([]);
  });
});

describe('jobs', () => {
  it('of which another process is about to take some keep nobody from the others', async () => {
    const done: string[] = [];
    const many = defineJob<{ text: string }>({ name: 'many', concurrency: 5 });
    const texts = Array.from({ length: 10 }, (_, index) => `t${index}`);
    for (const text of texts) await addJob(database.db, many, { text }, { ...PROJECT, key: text });
    await database.db.transaction(async (tx) => {
      await tx.query("SELECT FROM job WHERE key IN ('t0', 't1', 't2') FOR UPDATE");
      start(async ({ text }) => void done.push(text), many);
      await eventually(() => expect(done.toSorted()).toEqual(texts.slice(3)));
    });
  });

  it('of several processes are done once each: 4 processes, 400 jobs', async () => {
    const done: string[] = [];
    const many = defineJob<{ text: string }>({ name: 'many', concurrency: 5 });
    for (let count = 0; count < 4; count += 1) start(async ({ text }) => void done.push(text), many);
    const texts = Array.from({ length: 400 }, (_, index) => `t${index}`);
    await Promise.all(
      texts.map((text, index) =>
        addJob(database.db, many, { text }, { ...PROJECT, projectId: `p${index % 7}`, key: text }),
      ),
    );
    await untilEmpty();
    expect(done.sort()).toEqual(texts.sort());
  });

  it('of a project take no turn of another one: 2,000 of one, then 5 of three others', async () => {
    const done: string[] = [];
    const fair = defineJob<{ text: string }>({ name: 'fair', concurrency: 2 });
    await database.db.query(
      `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
       SELECT 'fair', 'p1', n, '{"text":"p1"}', 'ready', now() - interval '1 hour', now() FROM generate_series(1, 2000) n`,
    );
    for (const projectId of ['a', 'q', 'z'])
      for (let key = 0; key < 5; key += 1)
        await addJob(database.db, fair, { text: projectId }, { ...PROJECT, projectId, key: String(key) });
    start(async ({ text }) => void done.push(text), fair);
    await eventually(() => expect(done.filter((text) => text !== 'p1')).toHaveLength(15));
    // Four projects with five turns each, and what was taken at the same time.
    expect(done.findLastIndex((text) => text !== 'p1')).toBeLessThan(40);
  });

  it('are found by looking at as many rows as are taken, whatever waits: 20,000 ready and 20,000 for later', async () => {
    for (const [status, from] of [
      ['ready', 0],
      ['waiting', 20_000],
    ] as const)
      await database.db.query(
        `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT 'many', 'p' || n % 3, $2::int + n, '{}', $1, now() + $2::int * interval '1 s', now()
           FROM generate_series(1, 20000) n`,
        [status, from],
      );
    await database.db.query('ANALYZE job');
    const plan = await database.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${TAKE}`, [
      ['many'],
      [10],
      [''],
      new Date(),
      true,
    ]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    const passed = [...text.matchAll(/rows=(\d+) loops=(\d+)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    );
    expect(passed.length).toBeGreaterThan(5);
    expect(Math.max(...passed)).toBeLessThan(100);
    expect(text).not.toMatch(/Rows Removed by Filter: \d{3}/);
  });

  it('of a name that has its full number at work leave another name its own', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = defineJob<{ text: string }>({ name: 'slow', concurrency: 2 });
    const jobs = create();
    started.push(jobs);
    jobs.work(slow, { handle: () => held });
    jobs.work(note, { handle: async ({ text }) => void done.push(text) });
    jobs.start();
    for (const key of ['a', 'b', 'c']) await addJob(database.db, slow, { text: '' }, { ...PROJECT, key });
    await addJob(database.db, note, { text: 'quick' }, { ...PROJECT, key: 'a' });
    await eventually(() => expect(done).toEqual(['quick']));
    expect((await rows()).map(({ status }) => status).sort()).toEqual(['ready', 'taken', 'taken']);
    release();
    await untilEmpty();
  });
});
