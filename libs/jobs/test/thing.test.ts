import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { addJob, defineJob, type Doer, hastenJob } from '../src';
import { note, PROJECT, withJobs } from './support/notes';

const { database, started, create, start, rows, untilEmpty } = withJobs('jobs_of_a_thing');

describe('a job that does all there is to do about a thing', () => {
  const later = (ms: number): Date => new Date(Date.now() + ms);

  it('is done at the earliest time that anybody asked for', async () => {
    const place = { ...PROJECT, key: 'a' };
    for (const ms of [60_000, 20_000, 40_000])
      await hastenJob(database.db, note, { text: `${ms}` }, { ...place, at: later(ms) });
    const [row] = await rows();
    expect(Math.abs((row?.due_at.getTime() ?? 0) - later(20_000).getTime())).toBeLessThan(5_000);
    await hastenJob(database.db, note, { text: 'now' }, place);
    await hastenJob(database.db, note, { text: 'later' }, { ...place, at: later(60_000) });
    const done: string[] = [];
    start(async ({ text }) => void done.push(text));
    await untilEmpty();
    expect(done).toHaveLength(1);
  });

  it('is done again, at the earliest time, when somebody asks while it is done', async () => {
    const done: number[] = [];
    start(async (_payload, { key }) => {
      done.push(Date.now());
      if (done.length > 1) return;
      const now = new Date();
      for (const ms of [300, 60_000])
        await hastenJob(database.db, note, { text: '' }, { projectId: 'p1', key, now, at: later(ms) });
    });
    await hastenJob(database.db, note, { text: '' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(done).toHaveLength(2);
    expect((done[1] ?? 0) - (done[0] ?? 0)).toBeGreaterThanOrEqual(290);
  });

  it('goes on when it says, though somebody asks for a later time meanwhile', async () => {
    const times: number[] = [];
    start(async (_payload, { key }) => {
      if (times.push(Date.now()) > 1) return;
      const now = new Date();
      await hastenJob(database.db, note, { text: '' }, { projectId: 'p1', key, now, at: later(600_000) });
      return { goOnAt: now };
    });
    await hastenJob(database.db, note, { text: '' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(times).toHaveLength(2);
  });

  it('counts failures from where it got on, and goes on after what it gives up', async () => {
    const left = ['good', 'bad', 'good', 'good'];
    const tried: string[] = [];
    const twice = defineJob<{ text: string }>({ name: 'twice', attempts: 2, backoff: () => 10 });
    const doer: Doer<{ text: string }> = {
      handle: async (_payload, task) => {
        for (;;) {
          const [next] = left;
          if (next === undefined) return;
          tried.push(`${next} ${task.attempt}`);
          if (next === 'bad') throw new Error('Bad.');
          await database.db.transaction((tx) => task.advance(tx));
          left.shift();
        }
      },
      giveUp: async (_payload, _error, { key }) => {
        tried.push(`${key} gives up ${left.shift()}`);
        return { goOnAt: new Date() };
      },
    };
    start(doer, twice);
    await hastenJob(database.db, twice, { text: '' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(tried).toEqual(['good 1', 'bad 1', 'bad 2', 'a gives up bad', 'good 1', 'good 1']);
  });

  it('that is asked for while it is given up begins anew', async () => {
    const attempts: number[] = [];
    const once = defineJob<{ text: string }>({ name: 'once', attempts: 2, backoff: () => 10 });
    const place = { ...PROJECT, key: 'a' };
    const doer: Doer<{ text: string }> = {
      handle: async ({ text }, { attempt }) => {
        attempts.push(attempt);
        if (text === 'bad') throw new Error('Bad.');
      },
      giveUp: () => hastenJob(database.db, once, { text: 'good' }, place),
    };
    start(doer, once);
    await hastenJob(database.db, once, { text: 'bad' }, place);
    await untilEmpty();
    expect(attempts).toEqual([1, 2, 1]);
  });

  it('that fails because the database is away has made no attempt', async () => {
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    let isAway = false;
    const ping = (): Promise<void> => (isAway ? Promise.reject(away) : database.db.ping());
    const jobs = create({ db: { ...database.db, ping } });
    const once = defineJob<{ text: string }>({ name: 'once', attempts: 1 });
    const attempts: number[] = [];
    jobs.work(once, {
      handle: async (_payload, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length > 1) return;
        isAway = true;
        setTimeout(() => (isAway = false), 100);
        throw away;
      },
    });
    jobs.start();
    started.push(jobs);
    await addJob(database.db, once, { text: '' }, { ...PROJECT, key: 'a' });
    await untilEmpty();
    expect(attempts).toEqual([1, 1]);
  });

  it('waits for its next attempt however often somebody asks', async () => {
    let attempts = 0;
    const slow = defineJob<{ text: string }>({ name: 'slow', backoff: () => 60_000 });
    start(() => {
      attempts += 1;
      return Promise.reject(new Error('not yet'));
    }, slow);
    await hastenJob(database.db, slow, { text: '' }, { ...PROJECT, key: 'a' });
    await eventually(async () => expect((await rows())[0]?.error).toBe('not yet'));
    await hastenJob(database.db, slow, { text: '' }, { ...PROJECT, key: 'a' });
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(attempts).toBe(1);
  });

  it('sees what every transaction wrote that asked for it, whichever ends first', async () => {
    await database.db.query('CREATE TABLE IF NOT EXISTS thing (number integer)');
    await database.db.query('TRUNCATE thing');
    const seen = new Set<number>();
    start(async () => {
      for (const { number } of await database.db.query<{ number: number }>('SELECT number FROM thing'))
        seen.add(number);
    });
    const write = (number: number): Promise<void> =>
      database.db.transaction(async (tx) => {
        await tx.query('INSERT INTO thing VALUES ($1)', [number]);
        await hastenJob(tx, note, { text: '' }, { ...PROJECT, key: 'all' });
        await sleep(Math.random() * 10);
      });
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    for (let at = 0; at < 200; at += 4) await Promise.all(numbers.slice(at, at + 4).map(write));
    await untilEmpty();
    expect(seen.size).toBe(200);
  });
});
