import { type Database } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { addJob } from '../src';
import { note, PROJECT, withJobs } from './support/notes';

const { database, started, create, untilEmpty } = withJobs('jobs_leases');

/** The database of a process, which may be away. */
const severable = (): { db: Database; isAway: boolean } => {
  const link = {
    isAway: false,
    db: new Proxy({} as Database, {
      get: (_target, name: keyof Database) => {
        const value: unknown = database.db[name];
        if (typeof value !== 'function') return value;
        return (...values: unknown[]): unknown =>
          link.isAway ? Promise.reject(new Error('away')) : (value.apply(database.db, values) as unknown);
      },
    }),
  };
  return link;
};

describe('what a process does', () => {
  it('is still its own, and no death, when its database was away for longer than its lease', async () => {
    const link = severable();
    const jobs = create({ db: link.db, leaseMs: 200 });
    let begun = 0;
    let finish = (): void => undefined;
    jobs.work(note, {
      handle: () => {
        begun += 1;
        return new Promise<undefined>((resolve) => (finish = () => resolve(undefined)));
      },
    });
    jobs.start();
    started.push(jobs);
    await addJob(database.db, note, { text: '' }, { ...PROJECT, key: 'a' });
    jobs.wake();
    await eventually(() => expect(begun).toBe(1));
    link.isAway = true;
    await sleep(500);
    link.isAway = false;
    jobs.wake();
    await eventually(async () => {
      const [row] = await database.db.query<{ left: number; deaths: number }>(
        'SELECT extract(epoch FROM taken_until - now())::double precision AS left, deaths FROM job',
      );
      expect(row?.deaths).toBe(0);
      expect(row?.left).toBeGreaterThan(0);
    });
    finish();
    await untilEmpty();
    expect(begun).toBe(1);
  });
});
