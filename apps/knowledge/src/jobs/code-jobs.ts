import { type Lookout, type Worker } from '@parley/runtime';
import { type CodeDeps } from '../code/deps';
import { ARCHIVE_DUE, deleteArchives, DISCARD_DUE, indexRepository } from '../code/index-repository';

/** Milliseconds between two looks. */
const INTERVAL = 2_500;

/** Archives that a process reads at a time. */
const PARALLEL = 2;

/** Reads archives of repositories and deletes those that were read; any number of processes may do it. */
export const createCodeJobs = (deps: CodeDeps, lookout: Lookout): Worker[] => [
  ...Array.from({ length: PARALLEL }, (_, index) =>
    lookout.worker({
      name: `repository ${index + 1}`,
      due: ARCHIVE_DUE,
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => indexRepository(deps, signal),
    }),
  ),
  lookout.worker({
    name: 'archives that were read',
    due: DISCARD_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: () => deleteArchives(deps),
  }),
];
