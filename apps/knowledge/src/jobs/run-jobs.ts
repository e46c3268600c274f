import { type Lookout, type Worker } from '@parley/runtime';
import { type EvalDeps } from '../evals/deps';
import { RUN_DUE, workRun } from '../evals/work-run';

/** Milliseconds between two looks for runs. */
const INTERVAL = 2_500;

/** Runs that a process works on at a time. */
const PARALLEL = 2;

/** Works through runs of datasets; any number of processes may do it. */
export const createRunJobs = (deps: EvalDeps, lookout: Lookout): Worker[] =>
  Array.from({ length: PARALLEL }, (_, index) =>
    lookout.worker({
      name: `evaluation ${index + 1}`,
      due: RUN_DUE,
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => workRun(deps, signal),
    }),
  );
