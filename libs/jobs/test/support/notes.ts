import type { Database } from '@parley/persistence';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { pino } from 'pino';
import { createJobs, defineJob, type Doer, type Jobs, type JobsOptions, jobTableSql } from '../../src';

/** The usual job of tests. */
export const note = defineJob<{ text: string }>({ name: 'note', backoff: () => 20 });
export const PROJECT = { projectId: 'p1', now: new Date() };

interface Row {
  key: string;
  status: string;
  attempts: number;
  error: string | null;
  due_at: Date;
}

type NoteDoer = Doer<{ text: string }>;

/** Jobs of a file of tests. */
export interface TestJobs {
  database: { readonly db: Database };
  /** Stopped after each test. */
  started: Jobs[];
  create(options?: Partial<JobsOptions>): Jobs;
  /** Starts a process's part that does notes. */
  start(doer: NoteDoer | NoteDoer['handle'], job?: typeof note): Jobs;
  rows(): Promise<Row[]>;
  untilEmpty(): Promise<void>;
}

/** Gives the tests of a file a database with jobs, which is emptied after each of them. */
export const withJobs = (name: string): TestJobs => {
  let open: TestDatabase;
  const database = {
    get db(): Database {
      return open.db;
    },
  };
  const started: Jobs[] = [];

  const create: TestJobs['create'] = (options = {}) =>
    createJobs({ db: database.db, log: pino({ level: 'silent' }), ...options });

  const start: TestJobs['start'] = (doer, job = note) => {
    const jobs = create();
    jobs.work(job, typeof doer === 'function' ? { handle: doer } : doer);
    jobs.start();
    started.push(jobs);
    return jobs;
  };

  const rows: TestJobs['rows'] = () =>
    database.db.query<Row>('SELECT key, status, attempts, error, due_at FROM job ORDER BY id');
  const untilEmpty: TestJobs['untilEmpty'] = () => eventually(async () => expect(await rows()).toEqual([]));

  beforeAll(async () => {
    open = await createTestDatabase(name);
    await database.db.query(jobTableSql);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    await database.db.query('DELETE FROM job');
  });
  afterAll(() => open.drop());

  return { database, started, create, start, rows, untilEmpty };
};
