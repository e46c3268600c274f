import { createWorker, type Worker } from '@parley/runtime';
import { finishMove } from '../companies/move-tickets';
import { finishRenaming } from '../companies/rename-members';
import { type Deps } from '../deps';

/** Milliseconds between two looks. */
const INTERVAL = 2_500;

/** Finishes what follows from a change of companies; any number of processes may run it. */
export const createCompanyJobs = (deps: Deps): Worker[] => [
  createWorker({
    name: 'company-names',
    interval: INTERVAL,
    log: deps.log,
    round: (signal) => finishRenaming(deps, signal),
  }),
  createWorker({
    name: 'company-tickets',
    interval: INTERVAL,
    log: deps.log,
    round: () => finishMove(deps),
  }),
];
