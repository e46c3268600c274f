import { createWorker, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { runImport } from '../imports/run-import';

/** Milliseconds between two looks for imports. */
const INTERVAL = 1_000;

/** Imports that a process works on at a time. */
const PARALLEL = 2;

/** Works on imports from other platforms; any number of processes may run it. */
export const createImportJobs = (deps: Deps): Worker[] =>
  Array.from({ length: PARALLEL }, (_, index) =>
    createWorker({
      name: `import ${index + 1}`,
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => runImport(deps, signal),
    }),
  );
