import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or less when the signal ends the wait; never throws. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined);

/** Waits until a time of the process's clock (`performance.now`), or less when the signal ends the wait; never throws. */
export const pauseUntil = (time: number, signal: AbortSignal): Promise<void> => {
  const left = time - performance.now();
  return left > 0 ? pause(left, signal) : Promise.resolve();
};

/** Events of one look from which on more are likely to follow soon. */
const BURST = 4;

/** Milliseconds to the next poll of the outbox, after one that found so many events. */
export const restAfterLook = (
  { gatherMs, burstGatherMs }: { gatherMs: number; burstGatherMs: number },
  found: number,
): number => (found >= BURST ? burstGatherMs : gatherMs);

/** Waits for work, but no longer than a time; never throws. */
export const atMost = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), pause(milliseconds, over.signal)]);
  over.abort();
};

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The outcome of work, or a rejection as soon as the signal is aborted. */
export const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('Interrupted'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });

/** Waits for work or the signal, whichever comes first, and leaves nothing behind on the signal; never throws. */
export const untilAborted = (signal: AbortSignal, work: Promise<unknown>): Promise<void> =>
  unlessAborted(signal, work).then(
    () => undefined,
    () => undefined,
  );

/** Says that as many waits as there are events may hang on a signal at once; each takes its listener back. */
export const shareable = (signal: AbortSignal): AbortSignal => {
  setMaxListeners(0, signal);
  return signal;
};

/** A bell that one loop waits for. A ring without a waiting loop ends the next wait at once. */
export interface Bell {
  ring(): void;
  /** Waits for a ring, the time, or the signal. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const createBell = (): Bell => {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      answer?.();
    },
    wait: async (milliseconds, signal) => {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const end = (): void => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            answer = undefined;
            resolve();
          };
          const timer = setTimeout(end, milliseconds);
          answer = end;
          signal.addEventListener('abort', end, { once: true });
        });
      }
      rung = false;
    },
  };
};
