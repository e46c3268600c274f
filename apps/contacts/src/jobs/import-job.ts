import { createWorker, type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { pruneImports } from '../imports/prune-imports';
import { IMPORT_DUE, runImport } from '../imports/run-import';

/** Milliseconds between two looks for imports. */
const INTERVAL = 2_500;

/** Imports that a process works on at a time. */
const PARALLEL = 2;

/** Milliseconds between two looks for imports that ended long ago. */
const PRUNE_INTERVAL = 3_600_000;

/** Works on imports from other platforms and forgets old ones; any number of processes may run it. */
export const createImportJobs = (deps: Deps, lookout: Lookout): Worker[] => [
  ...Array.from({ length: PARALLEL }, (_, index) =>
    lookout.worker({
      name: `import ${index + 1}`,
      due: IMPORT_DUE,
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => runImport(deps, signal),
    }),
  ),
  createWorker({
    name: 'import pruning',
    interval: PRUNE_INTERVAL,
    log: deps.log,
    round: () => pruneImports(deps),
  }),
];
