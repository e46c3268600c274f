import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps requests to a site apart. */
export interface Pace {
  /** From here on requests begin so many milliseconds after one another. */
  keep(delayMs: number): void;
  /** Waits until the next request may begin. */
  turn(signal: AbortSignal): Promise<void>;
}

/** A pace that knows no delay yet. */
export const createPace = (): Pace => {
  let delay = 0;
  let last = -Infinity;
  return {
    keep: (delayMs) => {
      delay = delayMs;
    },
    turn: async (signal) => {
      signal.throwIfAborted();
      const now = performance.now();
      last = Math.max(now, last + delay);
      if (last > now) await sleep(last - now, undefined, { signal });
    },
  };
};
