import { isEngineAway, keptMessage } from '@parley/errors';
import { type Database, isProcessDying, MAX_DEATHS, type Sql } from '@parley/persistence';
import { createWorker } from './worker';
import { type Logger } from '@parley/telemetry';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Place, unlisten } from './add-job';
import { type JobDefinition, JobFailure, JobLost } from './define-job';
import {
  advanceJob,
  type DeadJob,
  deadJobs,
  dropDead,
  type DueStanding,
  endJob,
  failJob,
  holdJob,
  insertStanding,
  isUnderWay,
  jobLag,
  type JobLag,
  keepJobs,
  nextTime,
  NEXT_JOB,
  postponeJob,
  readyStanding,
  releaseJob,
  reviveJobs,
  setAside,
  SETTLE_BATCH,
  settleDue,
  takeJobs,
  type TakenJob,
} from './job.store';

/** A job while it is done. */
export interface Task {
  projectId: string;
  key: string;
  /** 1 at the first attempt since it was asked for or since it last went well. */
  attempt: number;
  /** Processes that died with it since it last got on or went well. */
  deaths: number;
  /** Aborted when the process stops: what throws then is done again and no failure. */
  signal: AbortSignal;
  /** Locks the job until the transaction ends; throws `JobLost` when somebody else has it or it is asked for anew. */
  hold(tx: Sql): Promise<void>;
  /** As `hold`, and once the transaction is committed the job got on: failures and deaths until then do not count. */
  advance(tx: Sql): Promise<void>;
  /** Ends the job in a transaction, so that what it did and that it is done are one. */
  end(tx: Sql): Promise<void>;
}

/** When a job goes on that is not done yet, or in how many milliseconds; undefined when it is done. */
export type Outcome = { goOnAt: Date } | { goOnIn: number } | undefined | void;

/** Who does the jobs of a name. */
export interface Doer<Payload> {
  handle(payload: Payload, task: Task): Promise<Outcome>;
  /**
   * Does what is left to do when it is given up, after its last attempt or because processes died with it. With a time it goes on
   * then, as if nothing had failed: for one job that does many things, of which this gives up one.
   */
  giveUp?(payload: Payload, error: string, place: Place): Promise<Outcome>;
}

/** Does the jobs of a service: each at least once, by one process at a time, and projects take turns. */
export interface Jobs {
  /**
   * Waits for an attempt at a job to end, well or not, but no longer than a time in milliseconds: for a caller who would like to see
   * what it does.
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
  /** When there is something to do next, as an SQL expression, for who looks at what others left. After `work`. */
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
/** Milliseconds between two looks that nothing wakes. */
const LOOK_MS = 300_000;
/** Milliseconds between two removals of what was set aside long ago. */
const DROP_MS = 3_600_000;

interface Duty {
  job: JobDefinition<unknown>;
  doer: Doer<unknown>;
  open: number;
  /** The project that had the last turn. */
  after: string;
}

/** Makes the jobs of a service; none is done until `start`. */
export const createJobs = ({ db, log, clock = () => new Date(), leaseMs = 60_000 }: JobsOptions): Jobs => {
  const duties = new Map<string, Duty>();
  const held = new Map<TakenJob, Promise<void>>();
  const attempts = new EventEmitter().setMaxListeners(0);
  let stopping = new AbortController();
  let timers: NodeJS.Timeout[] = [];
  let alarm: NodeJS.Timeout | undefined;
  const inMs = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);

  /** Wakes the worker at a time, or earlier when it is woken for something else. */
  const setAlarm = (at: Date | undefined): void => {
    clearTimeout(alarm);
    if (at && !stopping.signal.aborted)
      alarm = setTimeout(worker.wake, Math.min(Math.max(at.getTime() - clock().getTime(), 1), LOOK_MS));
  };

  const nextTurn = ({ every }: JobDefinition<unknown>, outcome: Outcome): Date | undefined => {
    const at = outcome ? ('goOnIn' in outcome ? inMs(outcome.goOnIn) : outcome.goOnAt) : undefined;
    if (every === undefined) return at;
    const latest = inMs(every);
    return at && at < latest ? at : latest;
  };

  const report = async (duty: Duty, taken: TakenJob): Promise<void> => {
    const { name, id, projectId, attempts: attempt } = taken;
    const facts = { job: name, id, projectId, attempt };
    const { signal } = stopping;
    const task: Task = {
      projectId,
      key: taken.key,
      attempt,
      deaths: taken.deaths,
      signal,
      hold: async (tx) => {
        if (!(await holdJob(tx, taken))) throw new JobLost();
      },
      advance: async (tx) => {
        if (!(await advanceJob(tx, taken))) throw new JobLost();
        Object.assign(taken, { attempts: 1, deaths: 0 });
      },
      end: (tx) => endJob(tx, taken),
    };
    const abandon = async (reason: string): Promise<void> => {
      log.error({ ...facts, deaths: taken.deaths, reason }, 'A job is set aside');
      const outcome = await duty.doer.giveUp?.(taken.payload, reason, { projectId, key: taken.key });
      const goOnAt = outcome && nextTurn(duty.job, outcome);
      await (goOnAt ? postponeJob(db, taken, goOnAt) : setAside(db, taken, { error: reason, at: clock() }));
    };
    try {
      if (taken.deaths >= MAX_DEATHS)
        return await abandon(`${taken.deaths} processes ended or stood still while they did it.`);
      const outcome = await duty.doer.handle(taken.payload, task);
      const goOnAt = nextTurn(duty.job, outcome);
      await (goOnAt ? postponeJob(db, taken, goOnAt) : endJob(db, taken));
    } catch (error) {
      if (isProcessDying()) return;
      if (error instanceof JobLost || signal.aborted) return await releaseJob(db, taken, clock());
      const then = error instanceof JobFailure ? error.then : undefined;
      const isLast = then === 'give up' || taken.attempts >= (duty.job.attempts ?? Infinity);
      if (isLast) return await abandon(keptMessage(error));
      const retryIn = then?.retryIn ?? duty.job.backoff(taken.attempts);
      log.warn({ ...facts, err: error, retryIn }, 'A job failed and is tried again');
      await failJob(db, taken, { error: keptMessage(error), at: inMs(retryIn) });
    }
  };

  const begin = (taken: TakenJob): void => {
    const duty = duties.get(taken.name);
    if (!duty) return;
    duty.open += 1;
    const work = report(duty, taken)
      // The lease ends by itself, and somebody takes it up again.
      .catch((error: unknown) =>
        log.error({ err: error, job: taken.name }, 'What became of a job was not noted'),
      )
      .finally(() => {
        held.delete(taken);
        duty.open -= 1;
        attempts.emit(attemptAt(taken));
        worker.wake();
      });
    held.set(taken, work);
  };

  let isSetUp = false;
  const setUp = async (): Promise<void> => {
    const standing = [...duties.values()].flatMap(({ job: { name, every } }) => (every ? [name] : []));
    if (standing.length > 0) await insertStanding(db, standing, clock());
    isSetUp = true;
  };

  /** Whether somebody left something to do of which this process was not told. */
  let isLeft = false;
  const dueStanding = (): DueStanding[] =>
    [...duties.values()].flatMap(({ job: { name, due } }) => (due === undefined ? [] : [{ name, due }]));

  const round = async (): Promise<boolean> => {
    if (!isSetUp) await setUp();
    const standing = isLeft ? dueStanding() : [];
    isLeft = false;
    if (standing.length > 0) await readyStanding(db, standing, clock());
    const settled = await settleDue(db, clock());
    const wanted = [...duties.values()].flatMap(({ job: { name, concurrency }, open, after }) =>
      open < concurrency ? [{ name, free: concurrency - open, after }] : [],
    );
    const mayBeDeadly = ![...held.keys()].some(({ deaths }) => deaths > 0);
    const until = inMs(leaseMs);
    const taken = wanted.length > 0 ? await takeJobs(db, wanted, { until, mayBeDeadly }) : [];
    let hasMore = settled === SETTLE_BATCH;
    for (const { name, free, after } of wanted) {
      const duty = duties.get(name);
      const projects = taken.filter((one) => one.name === name).map(({ projectId }) => projectId);
      // Fewer than were looked for: the turn came to the last one, and begins anew.
      if (duty) duty.after = new Set(projects).size < free ? '' : projects.reduce((a, b) => (a > b ? a : b));
      hasMore ||= projects.length === free || after !== '';
    }
    taken.forEach(begin);
    if (!hasMore) setAlarm(await nextTime(db));
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
        // It may have ended before somebody waited for it.
        isUnderWay(db, name, projectId, key).then((is) => is || end(), end);
      }),
    work: (job, doer) => {
      if (duties.has(job.name)) throw new Error(`The jobs "${job.name}" are done by somebody already`);
      duties.set(job.name, { job, doer: doer as Doer<unknown>, open: 0, after: '' });
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
      worker.wake();
    },
  };
};

const attemptAt = ({ name, projectId, key }: Pick<TakenJob, 'name' | 'projectId' | 'key'>): string =>
  JSON.stringify([name, projectId, key]);
