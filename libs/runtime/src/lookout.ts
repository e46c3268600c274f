import { isEngineAway } from '@parley/errors';
import { type Sql } from '@parley/persistence';
import { createOutageLog, type Logger } from '@parley/telemetry';
import { createWorker, type Worker, type WorkerOptions } from './worker';

/** Something that may be due, and who does it. */
export interface Watched {
  /** Unique within the service; told in logs. */
  name: string;
  /**
   * An SQL expression that is true while something is due. `$1` is the service's time; what it is compared with is best the
   * least of an indexed column, which PostgreSQL finds by a plan that holds for any time.
   */
  due: string;
  /** Milliseconds between two looks. */
  every: number;
  /** Whether other processes fill the queue and say so: `lookNow` looks at it. Default false. */
  isShared?: boolean;
  wake(): void;
}

/** A worker whose rounds follow only when something is due. */
export interface WatchedWorkerOptions extends WorkerOptions, Pick<Watched, 'due'> {}

/**
 * Looks at a service's database for all of its workers with one statement, and wakes those that have something to do. An
 * idle service pays for that statement alone.
 */
export interface Lookout extends Pick<Worker, 'start' | 'stop'> {
  /** Wakes somebody whenever something is due. Before `start`. */
  watch(watched: Watched): void;
  /** A worker that is woken at its `interval` when something is due, and rests otherwise. Before `start`. */
  worker(options: WatchedWorkerOptions): Worker;
  /** Looks at the shared queues soon and not at their time; at most twice a second. */
  lookNow(): void;
}

/** What a lookout needs. */
export interface LookoutOptions {
  db: Sql;
  log: Logger;
  /** The service's time, `$1` of what is asked. */
  clock?: () => Date;
}

/** Milliseconds between two rounds of watched work that nothing wakes: for what no look asks for, such as old rows. */
export const WATCHED_REST_MS = 60_000;

/** Least milliseconds between two looks, however often it is asked for one. */
const REST_MS = 500;

interface Asked extends Watched {
  nextAt: number;
}

// Answers no row while nothing is due.
const look = (asked: readonly Watched[]): string => `
SELECT position FROM (VALUES ${asked.map(({ due }, index) => `(${index}, ${due})`).join(',\n')}) AS asked (position, is_due)
 WHERE is_due AND $1::timestamptz IS NOT NULL`;

/** Makes a lookout; it does nothing until `start`. */
export const createLookout = ({ db, log, clock = () => new Date() }: LookoutOptions): Lookout => {
  const tellOutage = createOutageLog(log, { what: 'Looks for work that is due' });
  const all: Asked[] = [];
  let looker: Worker | undefined;
  let isIdle = true;

  const round = async (interval: number): Promise<boolean> => {
    // Half an interval early is on time: the next round would be half an interval late.
    const limit = performance.now() + interval / 2;
    const asked = all.filter(({ nextAt }) => nextAt <= limit);
    // The second round may follow soon after the first, which comes at any time, and find nobody's time come.
    if (asked.length === 0) return false;
    for (const one of asked) one.nextAt = performance.now() + one.every;
    try {
      // Planning costs many times of what the look does, but a plan that was made for empty queues is none for long ones.
      const due = await db.query<{ position: number }>(look(asked), [clock()], { prepare: isIdle });
      isIdle = due.length === 0;
      for (const { position } of due) asked[position]?.wake();
    } catch (error) {
      if (isEngineAway(error)) tellOutage(error, {});
      else {
        log.error({ err: error }, 'The look for work that is due failed: every worker looks by itself');
        for (const { wake } of asked) wake();
      }
    }
    return false;
  };

  const watch = (watched: Watched): void => {
    if (looker) throw new Error(`"${watched.name}" is watched after the start`);
    if (all.some(({ name }) => name === watched.name))
      throw new Error(`"${watched.name}" is watched already`);
    all.push({ ...watched, nextAt: 0 });
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
        interval,
        rest: Math.min(interval, REST_MS),
        isAligned: true,
        log,
        round: () => round(interval),
      });
      looker.start();
    },
    lookNow: () => {
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
