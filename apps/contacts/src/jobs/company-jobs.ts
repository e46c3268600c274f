import { type Lookout, type Worker } from '@parley/runtime';
import { finishMove, MOVE_DUE } from '../companies/move-tickets';
import { finishRenaming, RENAMING_DUE } from '../companies/rename-members';
import { type Deps } from '../deps';

/** Milliseconds between two looks. */
const INTERVAL = 2_500;

/** Finishes what follows from a change of companies; any number of processes may run it. */
export const createCompanyJobs = (deps: Deps, lookout: Lookout): Worker[] => [
  lookout.worker({
    name: 'company-names',
    due: RENAMING_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: (signal) => finishRenaming(deps, signal),
  }),
  lookout.worker({
    name: 'company-tickets',
    due: MOVE_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: () => finishMove(deps),
  }),
];
