import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { pino } from 'pino';
import { createJobs, defineJob, JobFailure, type Jobs, jobTableSql } from '../src';

let database: TestDatabase;
let jobs: Jobs;
let done: string[];
let fails = false;

const tidying = defineJob<object>({ name: 'tidying', due: '(SELECT min(at) FROM mess)' });
const other = defineJob<object>({ name: 'other', due: '(SELECT NULL::timestamptz)' });

/** What a look at what others left finds: whether something is due, and then who does it is woken. */
const look = async (): Promise<boolean> => {
  const [row] = await database.db.query<{ isDue: boolean | null }>(
    `SELECT ${jobs.due.at} <= now() AS "isDue"`,
  );
  if (row?.isDue) jobs.wake();
  return row?.isDue ?? false;
};
const leave = (inSeconds: number): Promise<unknown> =>
  database.db.query(`INSERT INTO mess SELECT now() + $1 * interval '1 s'`, [inSeconds]);

beforeAll(async () => {
  database = await createTestDatabase('jobs_due');
  await database.db.query(`${jobTableSql} CREATE TABLE mess (at timestamptz)`);
  jobs = createJobs({ db: database.db, log: pino({ level: 'silent' }) });
  jobs.work(tidying, {
    handle: async () => {
      if (fails) throw new JobFailure('No.', { retryIn: 60_000 });
      const tidied = await database.db.query('DELETE FROM mess WHERE at <= now() RETURNING 1');
      done.push(`tidied ${tidied.length}`);
    },
  });
  jobs.work(other, { handle: async () => void done.push('other') });
  done = [];
  jobs.start();
  await eventually(() => expect([...done].sort()).toEqual(['other', 'tidied 0']));
  await eventually(async () => expect(await look()).toBe(false));
  done = [];
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

describe('a standing job that knows by SQL when there is something to do', () => {
  it('is done once a look finds that, however others left it, and no other one is', async () => {
    await leave(3_600);
    expect(await look()).toBe(false);
    await leave(0);
    await leave(-1);
    expect(await look()).toBe(true);
    await eventually(() => expect(done).toEqual(['tidied 2']));
    expect(await look()).toBe(false);
    await leave(0);
    await eventually(async () => {
      // It is due by the clock of the database, which may be ahead.
      await look();
      expect(done).toEqual(['tidied 2', 'tidied 1']);
    });
  });

  it('waits for its next attempt when it failed', async () => {
    fails = true;
    await leave(0);
    await eventually(async () => {
      // The job of the test before may not have been given back yet.
      await look();
      expect(await database.db.query(`SELECT name, attempts, status FROM job WHERE error = 'No.'`)).toEqual([
        { name: 'tidying', attempts: 1, status: 'waiting' },
      ]);
    });
    expect(await look()).toBe(true);
    await database.db.query(`UPDATE job SET due_at = now() WHERE name = 'other'`);
    jobs.wake();
    await eventually(() => expect(done).toContain('other'));
    expect(await database.db.query(`SELECT attempts FROM job WHERE error = 'No.'`)).toEqual([
      { attempts: 1 },
    ]);
  });
});
