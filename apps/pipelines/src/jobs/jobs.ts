import { createWorker, type Lookout, type Worker } from '@parley/runtime';
import { PURGE_DUE, purgePipelines } from '../boards/purge-pipelines';
import { type Deps } from '../deps';
import { readRecords, UNREAD_DUE } from '../records/read-records';
import { forgetRecords } from '../records/forget-records';

/** Milliseconds between two looks: what a board shows is to be right within 2 s. */
const READ_INTERVAL = 1_000;
const PURGE_INTERVAL = 2_500;

/** Milliseconds between two looks for what need not be remembered any more. */
const FORGET_INTERVAL = 60_000;

/** What the service does by itself. */
export const createJobs = (deps: Deps, lookout: Lookout): Worker[] => {
  const { log } = deps;
  return [
    lookout.worker({
      name: 'deleted pipelines',
      due: PURGE_DUE,
      interval: PURGE_INTERVAL,
      log,
      round: () => purgePipelines(deps),
    }),
    lookout.worker({
      name: 'records to read',
      due: UNREAD_DUE,
      interval: READ_INTERVAL,
      log,
      round: () => readRecords(deps),
    }),
    createWorker({
      name: 'records that are gone',
      interval: FORGET_INTERVAL,
      log,
      round: () => forgetRecords(deps),
    }),
  ];
};
