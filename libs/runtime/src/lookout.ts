import { isEngineAway } from '@parley/errors';
import type { Database } from '@parley/persistence';
import { createOutageLog, type Logger } from '@parley/telemetry';
import { untilNext } from '@parley/timing';
import { createWorker, type Worker, type WorkerOptions } from '@parley/jobs';

/**
 * An SQL expression: one that is true while something is due, where `$1` is the service's time, or one that is the time at which the
 * next thing is due and null while nothing waits. A time is best the least of an indexed column, which PostgreSQL finds by a
 * plan that holds for any time.
 */
export type Due = string | { readonly at: string };

/** Something that may be due, and who does it. */
export interface Watched {
  /** Unique within the service; the name in logs. */
  name: string;
  due: Due;
  /** Milliseconds between two looks while the database is in use. */
  every: number;
  /** Whether other processes fill the queue and notify this one: `lookNow` checks it. Default false. */
  isShared?: boolean;
  wake(): void;
}

/** A worker with rounds only when work is due. */
export interface WatchedWorkerOptions
  extends Omit<WorkerOptions, 'interval' | 'isAligned'>, Pick<Watched, 'due'> {
  /** Milliseconds between two looks while the database is in use. */
  interval: number;
}

/**
 * Polls a service's database for all of its workers with one statement, and wakes those with due work. An idle service pays for
 * that statement alone, and rarely. New work comes from a process that used the database: this one, or another one that sends a
 * notification. Without any, only a time can make work due, and that time is known.
 */
export interface Lookout extends Pick<Worker, 'start' | 'stop'> {
  /** Wakes a worker whenever its work is due. Before `start`. */
  watch(watched: Watched): void;
  /** A worker that is woken at its `interval` when something is due, and rests otherwise. Before `start`. */
  worker(options: WatchedWorkerOptions): Worker;
  /** Another process used the database: checks the shared queues soon, before their time; at most twice a second. */
  lookNow(): void;
}

/** The dependencies of a lookout. */
export interface LookoutOptions {
  db: Pick<Database, 'query' | 'onUse'>;
  log: Logger;
  /** The service's time, `$1` of the statements. */
  clock?: () => Date;
  /** Milliseconds without a use of the database after which looks become few; default 5,000. */
  restAfter?: number;
  /** Milliseconds between two looks from then on; default 10,000. */
  restEvery?: number;
  /** Milliseconds between two polls of everything that is watched, in place of each `every` and of `restEvery`. */
  pollEvery?: number;
}

/** Milliseconds between two rounds of watched work that nothing wakes: for what no look asks for, such as old rows. */
export const WATCHED_REST_MS = 300_000;

/** Least milliseconds between two looks, however often it is asked for one. */
const REST_MS = 500;

const REST_AFTER_MS = 5_000;
const REST_EVERY_MS = 10_000;

interface Asked extends Watched {
  nextAt: number;
}

interface Found {
  position: number;
  isDue: boolean;
  /** When the next thing is due. */
  at: Date | null;
}

const toSqlValues = ({ due }: Watched, index: number): string =>
  typeof due === 'string' ? `(${index}, ${due}, NULL::timestamptz)` : `(${index}, false, ${due.at})`;

// Answers no row while nothing is due and nothing waits for its time.
const look = (asked: readonly Watched[]): string => `
SELECT position, is_due OR coalesce(at <= $1::timestamptz, false) AS "isDue", at
  FROM (VALUES ${asked.map(toSqlValues).join(',\n')}) AS asked (position, is_due, at) WHERE is_due OR at IS NOT NULL`;

/** Makes a lookout; it does nothing until `start`. */
// eslint-disable-next-line max-lines-per-function -- one loop: its parts share the times of the next poll
export const createLookout = ({
  db,
  log,
  clock = () => new Date(),
  restAfter = REST_AFTER_MS,
  pollEvery,
  restEvery = REST_EVERY_MS,
}: LookoutOptions): Lookout => {
  const tellOutage = createOutageLog(log, { what: 'Looks for work that is due' });
  const all: Asked[] = [];
  let looker: Worker | undefined;
  let isIdle = true;
  let usedAt = performance.now();
  let isResting = false;
  /** The service's time at which the next work is due, from the last poll. */
  const alarms = new Map<string, number>();

  const use = (): void => {
    usedAt = performance.now();
    if (isResting) looker?.wake();
    isResting = false;
  };
  db.onUse(use);

  const round = async (interval: number): Promise<boolean> => {
    // Half an interval early is on time: the next round would be half an interval late.
    const limit = performance.now() + interval / 2;
    const asked = all.filter(({ nextAt }) => nextAt <= limit);
    // The second round may follow soon after the first, which comes at any time, before any queue is due.
    if (asked.length === 0) return false;
    for (const one of asked) {
      one.nextAt = performance.now() + one.every;
      alarms.delete(one.name);
    }
    try {
      // Planning costs many times the execution, but a plan that was made for empty queues is wrong for long ones.
      const found = await db.query<Found>(look(asked), [clock()], { prepare: isIdle, isLook: true });
      isIdle = !found.some(({ isDue }) => isDue);
      for (const { position, isDue, at } of found) {
        const one = asked[position];
        if (isDue) one?.wake();
        else if (one && at) alarms.set(one.name, at.getTime());
      }
    } catch (error) {
      if (isEngineAway(error)) tellOutage(error, {});
      else {
        log.error({ err: error }, 'The look for work that is due failed: every worker looks by itself');
        for (const { wake } of asked) wake();
      }
    }
    return false;
  };

  /** Milliseconds to the next poll without a wake-up. */
  const untilLook = (interval: number): number => {
    isResting = performance.now() - usedAt >= restAfter;
    const pause = untilNext(isResting ? Math.max(interval, pollEvery ?? restEvery) : interval);
    const alarm = Math.min(...alarms.values()) - clock().getTime();
    if (!isResting || alarm >= pause) return pause;
    // At the usual pace a look may come so late; after a rest it comes when it is time.
    for (const one of all) one.nextAt = 0;
    return Math.max(alarm, 1);
  };

  const watch = (watched: Watched): void => {
    if (looker) throw new Error(`"${watched.name}" is watched after the start`);
    if (all.some(({ name }) => name === watched.name))
      throw new Error(`"${watched.name}" is watched already`);
    all.push({ ...watched, ...(pollEvery !== undefined && { every: pollEvery }), nextAt: 0 });
  };

  return {
    watch,
    worker: ({ due, interval, ...options }) => {
      const worker = createWorker({ ...options, interval: Math.max(interval, WATCHED_REST_MS) });
      watch({ name: options.name, due, every: interval, wake: () => worker.wake() });
      return worker;
    },
    start: () => {
      if (looker || all.length === 0) return;
      const interval = Math.min(...all.map(({ every }) => every));
      looker = createWorker({
        name: 'lookout',
        interval: () => untilLook(interval),
        rest: Math.min(interval, REST_MS),
        log,
        round: () => round(interval),
      });
      looker.start();
    },
    lookNow: () => {
      usedAt = performance.now();
      isResting = false;
      if (!looker) return;
      for (const one of all) if (one.isShared) one.nextAt = 0;
      looker.wake();
    },
    stop: async () => {
      await looker?.stop();
      looker = undefined;
    },
  };
};
