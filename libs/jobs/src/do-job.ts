import { isEngineAway, keptMessage } from '@parley/errors';
import { type Database, isProcessDying, MAX_DEATHS, type Sql } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './add-job';
import { type JobDefinition, JobFailure, JobLost } from './define-job';
import {
  advanceJob,
  endJob,
  endJobSql,
  failJob,
  holdJob,
  postponeJob,
  releaseJob,
  setAside,
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
  /** Locks the job until the transaction ends; throws `JobLost` when another process has it or it was added again. */
  hold(tx: Sql): Promise<void>;
  /** As `hold`, and once the transaction is committed the job got on: failures and deaths until then do not count. */
  advance(tx: Sql): Promise<void>;
  /** Ends the job in a transaction, so that its work and its end are committed together. */
  end(tx: Sql): Promise<void>;
  /**
   * Part of a statement that ends the job under a condition, unless it was asked for again. It answers a row when the job ended: then
   * `handle` answers `ended`. Its values are appended to those of the statement.
   */
  endSql(values: unknown[], condition: string): string;
}

/** When a job goes on that is not done yet, or in how many milliseconds; undefined when it is done. */
export type Outcome = { goOnAt: Date } | { goOnIn: number } | undefined | void;

/** Who does the jobs of a name. */
export interface Doer<Payload> {
  handle(payload: Payload, task: Task): Promise<Outcome | 'ended'>;
  /**
   * Cleans up after the last attempt, or after several deaths of its process. If it returns a time, the job continues then with its
   * failures forgotten: for one job that does many things, of which this gives up one.
   */
  giveUp?(payload: Payload, error: string, place: Place): Promise<Outcome>;
}

/** What doing a job needs. */
interface Tools {
  db: Database;
  log: Logger;
  clock: () => Date;
  /** Milliseconds that a job belongs to a process which does not report. */
  leaseMs: number;
}

/** Milliseconds between two tries to reach a database that is away. */
const AWAY_MS = 500;

/** Whether a database is away, and then waits until it is back. Rejects when that takes longer than a lease, or the process stops. */
const wasAway = async ({ db, leaseMs }: Tools, signal: AbortSignal): Promise<boolean> => {
  for (let waited = 0; ; waited += AWAY_MS)
    try {
      await db.ping();
      return waited > 0;
    } catch (error) {
      if (!isEngineAway(error) || waited > leaseMs) throw error;
      await sleep(AWAY_MS, undefined, { signal });
    }
};

/**
 * Does a job that was taken, and reports its result. Answers whether the job ended, so that it is not due again. Rejects when the result
 * could not be reported: then its lease ends by itself.
 */
export const doJob = async (
  tools: Tools,
  { job, doer }: { job: JobDefinition<unknown>; doer: Doer<unknown> },
  taken: TakenJob,
  signal: AbortSignal,
): Promise<boolean> => {
  const { db, log, clock } = tools;
  const { name, id, projectId, key, payload, attempts: attempt } = taken;
  const facts = { job: name, id, projectId, attempt };
  const postpone = async (outcome: Outcome): Promise<boolean> => {
    const at = nextTurn(job, outcome, clock());
    if (at) await postponeJob(db, taken, at);
    return at !== undefined;
  };
  const release = async (): Promise<boolean> => {
    await releaseJob(db, taken, clock());
    return false;
  };
  const abandon = async (reason: string): Promise<boolean> => {
    log.error({ ...facts, deaths: taken.deaths, reason }, 'A job is set aside');
    const outcome = await doer.giveUp?.(payload, reason, { projectId, key });
    if (!outcome || !(await postpone(outcome))) await setAside(db, taken, { error: reason, at: clock() });
    return false;
  };
  try {
    if (taken.deaths >= MAX_DEATHS)
      return await abandon(`${taken.deaths} processes ended or stood still while they did it.`);
    const outcome = await doer.handle(payload, createTask(taken, signal));
    return outcome === 'ended' || (!(await postpone(outcome)) && (await endJob(db, taken)));
  } catch (error) {
    if (isProcessDying()) return false;
    if (error instanceof JobLost || signal.aborted) return await release();
    // What fails because the database is away is no attempt, and no death while it comes back within the lease.
    if (isEngineAway(error) && (await wasAway(tools, signal))) return await release();
    const then = error instanceof JobFailure ? error.then : undefined;
    const isLast = then === 'give up' || taken.attempts >= (job.attempts ?? Infinity);
    if (isLast) return await abandon(keptMessage(error));
    const retryIn = then?.retryIn ?? job.backoff(taken.attempts);
    log.warn({ ...facts, err: error, retryIn }, 'A job failed and is tried again');
    const at = new Date(clock().getTime() + retryIn);
    await failJob(db, taken, { error: keptMessage(error), at });
    return false;
  }
};

const createTask = (taken: TakenJob, signal: AbortSignal): Task => ({
  projectId: taken.projectId,
  key: taken.key,
  attempt: taken.attempts,
  deaths: taken.deaths,
  signal,
  hold: async (tx) => {
    if (!(await holdJob(tx, taken))) throw new JobLost();
  },
  advance: async (tx) => {
    if (!(await advanceJob(tx, taken))) throw new JobLost();
    Object.assign(taken, { attempts: 1, deaths: 0 });
  },
  end: async (tx) => void (await endJob(tx, taken)),
  endSql: (values, condition) => endJobSql(taken, values, condition),
});

/** When a job goes on after a turn that went well; undefined when it is done. A standing job goes on in its time at the latest. */
const nextTurn = ({ every }: JobDefinition<unknown>, outcome: Outcome, now: Date): Date | undefined => {
  const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  const at = outcome ? ('goOnIn' in outcome ? later(outcome.goOnIn) : outcome.goOnAt) : undefined;
  if (every === undefined) return at;
  const latest = later(every);
  return at && at < latest ? at : latest;
};
