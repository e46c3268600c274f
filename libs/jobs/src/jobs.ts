import { isEngineAway } from '@parley/errors';
import type { Database } from '@parley/persistence';
import { createWorker } from './worker';
import type { Logger } from '@parley/telemetry';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Place, unlisten } from './add-job';
import type { JobDefinition } from './define-job';
import { doJob, type Doer } from './do-job';
import {
  type DeadJob,
  deadJobs,
  dropDead,
  type DueStanding,
  insertStanding,
  isUnderWay,
  jobLag,
  type JobLag,
  keepJobs,
  nextTime,
  NEXT_JOB,
  readyStanding,
  reviveJobs,
  SETTLE_BATCH,
  settleDue,
  takeJobs,
  type TakenJob,
} from './job.store';

/** Does the jobs of a service: each at least once, by one process at a time, and projects take turns. */
export interface Jobs {
  /**
   * Waits for an attempt at a job to end, well or not, but no longer than a time in milliseconds: for a caller that wants the
   * result.
   */
  attempted(job: { readonly name: string }, place: Place, ms: number): Promise<void>;
  /** Says who does the jobs of a name. Before `start`. */
  work<Payload>(job: JobDefinition<Payload>, doer: Doer<Payload>): void;
  start(): void;
  /** Takes no more jobs, and waits for those that are being done. */
  stop(): Promise<void>;
  /** How far they are behind. */
  lag(): Promise<JobLag>;
  /** Those set aside, the latest first, at most so many. */
  dead(limit: number): Promise<DeadJob[]>;
  /** Tries those set aside, or one of them, again. Answers how many. */
  revive(id?: string): Promise<number>;
  /** When work is next due, as an SQL expression, for a lookout that polls for jobs of other processes. After `work`. */
  readonly due: { readonly at: string };
  /** Others left something to do. */
  wake(): void;
}

/** What jobs need. */
export interface JobsOptions {
  db: Database;
  log: Logger;
  clock?: () => Date;
  /** Milliseconds that a job belongs to a process which does not report; default 60,000. It reports four times in that. */
  leaseMs?: number;
}

/** Least milliseconds between two looks. */
const REST_MS = 5;
/** Most milliseconds of a busy process between two statements that make due jobs ready. */
const SETTLE_MS = 250;
/** Milliseconds to the next round after another process held some of the jobs. */
const CONTENDED_MS = 50;
/** Milliseconds between two looks that nothing wakes. */
const LOOK_MS = 300_000;
/** Milliseconds between two removals of jobs that were set aside long ago. */
const DROP_MS = 3_600_000;

interface Duty {
  job: JobDefinition<unknown>;
  doer: Doer<unknown>;
  open: number;
  /** The project that had the last turn. */
  after: string;
  /** Whether more of it may be ready than there was room for. */
  hasMore: boolean;
}

/** Makes the jobs of a service; none is done until `start`. */
// eslint-disable-next-line max-lines-per-function -- one loop: its parts share the jobs in hand and wake each other
export const createJobs = ({ db, log, clock = () => new Date(), leaseMs = 60_000 }: JobsOptions): Jobs => {
  const duties = new Map<string, Duty>();
  const held = new Map<TakenJob, Promise<void>>();
  const attempts = new EventEmitter().setMaxListeners(0);
  let stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];
  let alarm: NodeJS.Timeout | undefined;
  const inMs = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);

  /** Whether a job may have become due. */
  let isDue = true;
  const wakeForDue = (): void => {
    isDue = true;
    worker.wake();
  };

  /** Wakes the worker at a time, or earlier when it is woken for something else. */
  const setAlarm = (at: Date | undefined): void => {
    clearTimeout(alarm);
    if (at && !stopping.signal.aborted)
      alarm = setTimeout(wakeForDue, Math.min(Math.max(at.getTime() - clock().getTime(), 1), LOOK_MS));
  };

  const begin = (taken: TakenJob): void => {
    const duty = duties.get(taken.name);
    if (!duty) return;
    duty.open += 1;
    const wasDeadly = taken.deaths > 0;
    const work = doJob({ db, log, clock, leaseMs }, duty, taken, stopping.signal)
      // The lease ends by itself, and another process takes it.
      .catch((error: unknown) => {
        log.error({ err: error, job: taken.name }, 'What became of a job was not noted');
        return false;
      })
      .then((hasEnded) => {
        held.delete(taken);
        duty.open -= 1;
        attempts.emit(attemptAt(taken));
        // Otherwise nothing waits for its place, and a look would find nothing.
        if (!hasEnded) wakeForDue();
        else if (duty.hasMore || wasDeadly) worker.wake();
      });
    held.set(taken, work);
  };

  let isSetUp = false;
  const setUp = async (): Promise<void> => {
    const standing = [...duties.values()].flatMap(({ job: { name, every } }) => (every ? [name] : []));
    if (standing.length > 0) await insertStanding(db, standing, clock());
    isSetUp = true;
  };

  /** Whether another process left work without a notification to this one. */
  let isLeft = false;
  const dueStanding = (): DueStanding[] =>
    [...duties.values()].flatMap(({ job: { name, due } }) => (due === undefined ? [] : [{ name, due }]));

  let settledAt = -Infinity;
  const round = async (): Promise<boolean> => {
    if (!isSetUp) await setUp();
    const standing = isLeft ? dueStanding() : [];
    isLeft = false;
    if (standing.length > 0) await readyStanding(db, standing, clock());
    const isSettled = !isDue && performance.now() - settledAt < SETTLE_MS;
    isDue = false;
    const settled = isSettled ? 0 : await settleDue(db, clock());
    if (!isSettled) settledAt = performance.now();
    const wanted = [...duties.values()].flatMap(({ job: { name, concurrency }, open, after }) =>
      open < concurrency ? [{ name, free: concurrency - open, after }] : [],
    );
    const mayBeDeadly = ![...held.keys()].some(({ deaths }) => deaths > 0);
    const until = inMs(leaseMs);
    const { taken, contended } = await takeJobs(db, wanted, { until, mayBeDeadly });
    let hasMore = settled === SETTLE_BATCH;
    for (const { name, free, after } of wanted) {
      const duty = duties.get(name);
      const projects = taken.filter((one) => one.name === name).map(({ projectId }) => projectId);
      // Fewer than there was room for: the turn came to the last project, and starts again.
      const mayHaveMore = projects.length === free || after !== '';
      hasMore ||= mayHaveMore;
      if (!duty) continue;
      duty.after = new Set(projects).size < free ? '' : projects.reduce((a, b) => (a > b ? a : b));
      duty.hasMore = mayHaveMore;
    }
    taken.forEach(begin);
    // Another process was faster, and may not have room for the jobs behind.
    if (!hasMore) setAlarm(contended.size > 0 ? inMs(CONTENDED_MS) : await nextTime(db));
    return hasMore;
  };

  const worker = createWorker({ name: 'jobs', interval: LOOK_MS, rest: REST_MS, log, round });

  const keep = (): void => {
    if (held.size === 0) return;
    keepJobs(db, [...held.keys()], inMs(leaseMs)).catch((error: unknown) => {
      if (!isEngineAway(error)) log.error({ err: error }, 'Jobs that are being done were not kept');
    });
  };

  const drop = (): void => {
    dropDead(db, clock()).catch((error: unknown) => {
      if (!isEngineAway(error)) log.error({ err: error }, 'Old jobs were not removed');
    });
  };

  return {
    attempted: ({ name }, { projectId, key }, ms) =>
      new Promise((resolve) => {
        const attempt = attemptAt({ name, projectId, key });
        const end = (): void => {
          clearTimeout(timer);
          attempts.off(attempt, end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        attempts.on(attempt, end);
        // It may have ended before the wait began.
        isUnderWay(db, name, projectId, key).then((is) => is || end(), end);
      }),
    work: (job, doer) => {
      if (duties.has(job.name)) throw new Error(`The jobs "${job.name}" are done by somebody already`);
      duties.set(job.name, { job, doer: doer as Doer<unknown>, open: 0, after: '', hasMore: false });
    },
    start: () => {
      stopping = new AbortController();
      timers = [setInterval(keep, leaseMs / 4), setInterval(drop, DROP_MS)];
      for (const { job } of duties.values()) listen(job, worker.wake);
      worker.start();
    },
    stop: async () => {
      for (const { job } of duties.values()) unlisten(job, worker.wake);
      stopping.abort();
      await worker.stop();
      while (held.size > 0) await Promise.race([Promise.all(held.values()), sleep(leaseMs / 4)]);
      timers.forEach(clearInterval);
      clearTimeout(alarm);
    },
    lag: () => jobLag(db, clock()),
    dead: (limit) => deadJobs(db, limit),
    revive: async (id) => {
      const count = await reviveJobs(db, id);
      worker.wake();
      return count;
    },
    due: {
      get at() {
        return `LEAST(${[NEXT_JOB, ...dueStanding().map(({ due }) => due)].join(', ')})`;
      },
    },
    wake: () => {
      isLeft = true;
      wakeForDue();
    },
  };
};

const attemptAt = ({ name, projectId, key }: Pick<TakenJob, 'name' | 'projectId' | 'key'>): string =>
  JSON.stringify([name, projectId, key]);
