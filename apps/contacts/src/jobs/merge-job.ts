import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { finishMerges, MERGE_DUE } from '../merge/move-tickets';

/** Milliseconds between two looks for merges that were cut off. */
const INTERVAL = 5_000;

/** Moves the tickets of merged contacts whose process or whose tickets service went away; any number may run it. */
export const createMergeJob = (deps: Deps, lookout: Lookout): Worker =>
  lookout.worker({
    name: 'merge',
    due: MERGE_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: (signal) => finishMerges(deps, signal),
  });
