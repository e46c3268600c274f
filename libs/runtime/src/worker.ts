import { type Logger } from '@parley/telemetry';
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a piece of work until it is stopped. */
export interface Worker {
  start(): void;
  /** Ends after the round that is running. */
  stop(): Promise<void>;
}

/** What a worker repeats. */
export interface WorkerOptions {
  name: string;
  /** Milliseconds between two rounds. */
  interval: number;
  /** One round; answers whether more is waiting, so that the next follows at once. `signal` is aborted by `stop`. */
  round(signal: AbortSignal): Promise<boolean>;
  log: Logger;
}

/** A worker that goes on after failures; any number of processes may run the same one. */
export const createWorker = ({ name, interval, round, log }: WorkerOptions): Worker => {
  let stopping = new AbortController();
  let running: Promise<void> | undefined;

  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      const hasMore = await round(signal).catch((error: unknown) => {
        log.error({ err: error, worker: name }, 'A round of a worker failed');
        return false;
      });
      if (!hasMore) await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    start: () => {
      if (running) return;
      stopping = new AbortController();
      running = run(stopping);
    },
    stop: async () => {
      stopping.abort();
      await running;
      running = undefined;
    },
  };
};
