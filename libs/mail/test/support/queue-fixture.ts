import { createJobs, type Jobs, type JobsOptions, jobTableSql } from '@parley/jobs';
import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { pino } from 'pino';
import {
  createMailWorker,
  createSmtpTransport,
  type MailJob,
  type MailTransport,
  type MailQueue,
  type MailWorkerOptions,
  mailTablesSql,
} from '../../src';
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox';

/** The project of `job`. */
export const PROJECT = 'project-1';

/** A row of the queue. */
export interface Row {
  id: string;
  status: string;
  attempts: number;
  mail: Record<string, unknown>;
  last_error: string | null;
  next_attempt_at: Date;
  sent_at: Date | null;
}

/** A job whose id is the local part of its message id. */
export const job = (id: string, changes: Partial<MailJob> = {}): MailJob => ({
  id,
  projectId: PROJECT,
  mail: {
    messageId: `${id}@parley.example`,
    from: { address: 'support@parley.example' },
    to: { address: 'ada@customer.example' },
    subject: 'Your ticket',
    text: 'secret content',
  },
  ...changes,
});

/** A clock that stands until it is moved. */
export const movableClock = (): { now: () => Date; move: (milliseconds: number) => void } => {
  let time = Date.now() + 60_000;
  return {
    now: () => new Date(time),
    move: (milliseconds) => {
      time += milliseconds;
    },
  };
};

type WorkOptions = Partial<MailWorkerOptions & JobsOptions>;

type Worker = Pick<Jobs, 'start' | 'stop' | 'wake'> & MailQueue;

/** A queue in a real database before a real SMTP server. */
export interface QueueFixture {
  database: TestDatabase;
  inbox: SmtpInbox;
  transport: MailTransport;
  /** What a process sends with, not started. */
  worker(options?: WorkOptions): Worker;
  /** The same, started; it is stopped after the test. */
  work(options?: WorkOptions): Worker;
  rows(): Promise<Row[]>;
  readRow(id: string): Promise<Row>;
  untilStatus(id: string, status: string): Promise<Row>;
  untilAllSent(): Promise<void>;
  /** Ids of the jobs whose mails arrived, in that order. */
  arrivedIds(): string[];
}

/** Sets up an empty queue and a server for each test of the file. */
export const useQueue = (name: string): QueueFixture => {
  const workers: Worker[] = [];
  const fixture = {
    worker: (options = {}) => {
      const shared = { db: fixture.database.db, log: pino({ level: 'silent' }), ...options };
      const jobs = createJobs(shared);
      const queue = createMailWorker({ transport: fixture.transport, ...shared, jobs });
      let waking: NodeJS.Timeout;
      return {
        ...queue,
        wake: jobs.wake,
        start: () => {
          jobs.start();
          waking = setInterval(jobs.wake, 20);
        },
        stop: () => {
          clearInterval(waking);
          return jobs.stop();
        },
      };
    },
    work: (options) => {
      const worker = fixture.worker(options);
      workers.push(worker);
      worker.start();
      return worker;
    },
    rows: () => fixture.database.db.query<Row>('SELECT * FROM mail_job ORDER BY seq'),
    readRow: async (id) => {
      const found = (await fixture.rows()).find((row) => row.id === id);
      if (!found) throw new Error(`no job ${id}`);
      return found;
    },
    untilStatus: (id, status) =>
      eventually(async () => {
        const row = await fixture.readRow(id);
        expect(row.status).toBe(status);
        return row;
      }),
    untilAllSent: () =>
      eventually(async () => {
        expect((await fixture.rows()).every(({ status }) => status === 'sent')).toBe(true);
      }),
    arrivedIds: () =>
      fixture.inbox.received.map(({ mail }) => mail.messageId?.slice(1, -1).split('@')[0] ?? ''),
  } as QueueFixture;

  beforeAll(async () => {
    fixture.database = await createTestDatabase(name);
    await fixture.database.db.query(jobTableSql + mailTablesSql);
  });
  afterAll(() => fixture.database.drop());
  beforeEach(async () => {
    await fixture.database.db.query('TRUNCATE mail_job, mail_erasure, job');
    fixture.inbox = await startSmtpInbox();
    fixture.transport = createSmtpTransport({ url: fixture.inbox.url });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await fixture.transport.close();
    await fixture.inbox.close();
  });
  return fixture;
};
