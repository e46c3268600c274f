import { isEngineAway } from '@parley/errors';
import { createOutageLog, type Logger } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a piece of work until it is stopped. */
export interface Worker {
  start(): void;
  /** Ends after the round that is running. */
  stop(): Promise<void>;
  /** Something may have come up: the next round follows soon and not at its time. */
  wake(): void;
}

/** What a worker repeats. */
export interface WorkerOptions {
  name: string;
  /** Milliseconds between two rounds that nothing wakes. An idle platform pays for short ones all day long. */
  interval: number;
  /** Least milliseconds between two rounds however often it is woken, so that one round serves many; default 250. */
  rest?: number;
  /**
   * Whether rounds that nothing wakes begin at whole multiples of `interval`, so that those of all workers of a process come
   * together: a process that is woken once for several does each with less.
   */
  isAligned?: boolean;
  /** One round; answers whether more is waiting, so that the next follows at once. `signal` is aborted by `stop`. */
  round(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const REST_MS = 250;

/** Share of an interval that is too short to wait: a timer that fires a little early must not make two rounds of one. */
const TOO_SHORT = 0.1;

/** Milliseconds to the next whole multiple of an interval. */
export const untilNext = (interval: number, now = performance.now()): number => {
  const left = interval - (now % interval);
  return left < interval * TOO_SHORT ? left + interval : left;
};

/** A worker that goes on after failures; any number of processes may run the same one. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { name, interval, rest = REST_MS, isAligned = false, round, log } = options;
  const tellOutage = createOutageLog(log, { what: 'Rounds of a worker' });
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let endWait: (() => void) | undefined;

  /** Waits a time, or until it is woken. One timer and one function: an idle worker does nothing else all day. */
  const waitUntilWoken = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (isWoken) return resolve();
      const timer = setTimeout(() => endWait?.(), milliseconds);
      endWait = () => {
        endWait = undefined;
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      isWoken = false;
      const hasMore = await round(signal).catch((error: unknown) => {
        if (isEngineAway(error)) tellOutage(error, { worker: name });
        else log.error({ err: error, worker: name }, 'A round of a worker failed');
        return false;
      });
      if (hasMore) continue;
      const wait = isAligned ? untilNext(interval) : interval;
      await sleep(Math.min(rest, wait), undefined, { signal }).catch(() => undefined);
      if (wait > rest && !signal.aborted) await waitUntilWoken(wait - rest);
    }
  };

  const wake = (): void => {
    isWoken = true;
    endWait?.();
  };

  return {
    start: () => {
      if (running) return;
      stopping = new AbortController();
      running = run(stopping);
    },
    stop: async () => {
      stopping.abort();
      wake();
      await running;
      running = undefined;
    },
    wake,
  };
};
