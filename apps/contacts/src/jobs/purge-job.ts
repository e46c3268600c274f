import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { finishDeletions, PURGE_DUE } from '../purge/finish-deletions';

/** Milliseconds between two looks for deletions that were cut off. */
const INTERVAL = 5_000;

/** Finishes deletions whose process or whose tickets service went away; any number of processes may run it. */
export const createPurgeJob = (deps: Deps, lookout: Lookout): Worker =>
  lookout.worker({
    name: 'purge',
    due: PURGE_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: async (signal) => {
      await finishDeletions(deps, signal);
      return false;
    },
  });
