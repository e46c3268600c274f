import { setTimeout as sleep } from 'node:timers/promises';
import { type Deps } from '../deps';
import { finishDeletions } from '../purge/finish-deletions';

/** Milliseconds between two looks for deletions that were cut off. */
const INTERVAL = 3_000;

/** A worker of this process. */
export interface Job {
  start(): void;
  /** Ends after the round that is running. */
  stop(): Promise<void>;
}

/** Finishes deletions whose process or whose tickets service went away; any number of processes may run it. */
export const createPurgeJob = (deps: Deps): Job => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      await finishDeletions(deps, signal).catch((error: unknown) =>
        deps.log.error({ err: error }, 'A look for unfinished deletions failed'),
      );
      await sleep(INTERVAL, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    start: () => void (running ??= run(stopping)),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
