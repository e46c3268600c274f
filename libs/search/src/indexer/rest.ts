import { setTimeout as sleep } from 'node:timers/promises';

/** Marks of one look from which on looks are fewer: what changes again and again, as a ticket with many messages, is then indexed once for several changes. */
const MANY = 50;
/** Intervals from such a look to the next: a change is still found well within 2 s. */
const BUSY_INTERVALS = 3;

/** Why a wait ends; making an error for each, as without it, takes longer than all the rest. */
const WOKEN = 'woken';

/** The pauses between two polls of an indexer's queue. */
export interface Rest {
  /** Begins again after `stop`. */
  restart(): void;
  /** Ends every wait. */
  stop(): void;
  isStopped(): boolean;
  wake(): void;
  /** From now on `wake` counts for the next `untilWoken`. */
  listen(): void;
  pause(milliseconds: number): Promise<void>;
  /** Waits for the next look: soon when this process left marks since the last one, later when it did not. */
  untilWoken(taken: number): Promise<void>;
}

/** Makes the rests of one indexer, from its times in milliseconds. */
export const createRest = ({ interval, idleInterval }: { interval: number; idleInterval: number }): Rest => {
  let stopping = new AbortController();
  let woken = new AbortController();

  const pause = (milliseconds: number, signal = stopping.signal): Promise<void> =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined);

  const wake = (): void => {
    if (!woken.signal.aborted) woken.abort(WOKEN);
  };

  return {
    restart: () => {
      stopping = new AbortController();
    },
    stop: () => {
      stopping.abort();
      wake();
    },
    isStopped: () => stopping.signal.aborted,
    wake,
    listen: () => {
      woken = new AbortController();
    },
    pause: (milliseconds) => pause(milliseconds),
    untilWoken: async (taken) => {
      await pause(taken < MANY ? interval : BUSY_INTERVALS * interval);
      if (!stopping.signal.aborted) await pause(idleInterval - interval, woken.signal);
    },
  };
};
