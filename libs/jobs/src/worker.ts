import { isEngineAway } from '@parley/errors';
import { createOutageLog, type Logger } from '@parley/telemetry';
import { untilNext } from '@parley/timing';

/** Repeats a piece of work until it is stopped. */
export interface Worker {
  start(): void;
  /** Ends after the round that is running. */
  stop(): Promise<void>;
  /** Something may have come up: the next round follows soon and not at its time. */
  wake(): void;
}

/** The settings of a worker's loop. */
export interface WorkerOptions {
  name: string;
  /**
   * Milliseconds between two rounds without a wake-up, or a function that returns them before each wait. On an idle platform, short
   * waits cost CPU all day.
   */
  interval: number | (() => number);
  /** Least milliseconds between two rounds however often it is woken, so that one round serves many; default 250. */
  rest?: number;
  /**
   * Largest share of the time that rounds take under load, so that work which may come a little later leaves the processor to
   * requests; default 1. The next round then finds more rows.
   */
  share?: number;
  /**
   * Whether rounds that nothing wakes begin at whole multiples of a constant `interval`, so that those of all workers of a
   * process come together: a process that is woken once for several does each with less.
   */
  isAligned?: boolean;
  /** One round; answers whether more is waiting, so that the next follows at once. `signal` is aborted by `stop`. */
  round(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

const REST_MS = 250;
/** Longest rest for the sake of a share: a round may have taken long because something was away. */
const MAX_SHARE_REST_MS = 2_000;

/** A worker that goes on after failures; any number of processes may run the same one. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { name, interval, rest = REST_MS, share = 1, isAligned = false, round, log } = options;
  const tellOutage = createOutageLog(log, { what: 'Rounds of a worker' });
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let endWait: (() => void) | undefined;

  const untilRound = (): number => {
    if (typeof interval === 'function') return interval();
    return isAligned ? untilNext(interval) : interval;
  };

  /** Waits a time, or until it is woken, but not less than `least`. One timer: an idle worker does nothing else all day. */
  const waitUntilWoken = (milliseconds: number, least: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const rested = performance.now() + Math.min(least, milliseconds);
      const end = (): void => {
        endWait = undefined;
        resolve();
      };
      let timer = setTimeout(end, milliseconds);
      endWait = () => {
        clearTimeout(timer);
        const left = signal.aborted ? 0 : rested - performance.now();
        if (left > 0) timer = setTimeout(end, left);
        else end();
      };
      if (isWoken) endWait();
    });

  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      isWoken = false;
      const began = performance.now();
      const hasMore = await round(signal).catch((error: unknown) => {
        if (isEngineAway(error)) tellOutage(error, { worker: name });
        else log.error({ err: error, worker: name }, 'A round of a worker failed');
        return false;
      });
      const shareRest = Math.min((performance.now() - began) * (1 / share - 1), MAX_SHARE_REST_MS);
      if (!hasMore)
        await waitUntilWoken(Math.max(untilRound(), shareRest), Math.max(rest, shareRest), signal);
      else if (shareRest > 0) await waitUntilWoken(shareRest, shareRest, signal);
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
