import { createWorker, type Worker } from '@parley/runtime';
import { purgePipelines } from '../boards/purge-pipelines';
import { type Deps } from '../deps';
import { readRecords } from '../records/read-records';
import { forgetRecords } from '../records/forget-records';

/** Milliseconds between two looks: what a board shows is to be right within 2 s. */
const READ_INTERVAL = 500;
const PURGE_INTERVAL = 1_000;

/** Milliseconds between two looks for what need not be remembered any more. */
const FORGET_INTERVAL = 60_000;

/** What the service does by itself. */
export const createJobs = (deps: Deps): Worker[] => {
  const { log } = deps;
  return [
    createWorker({
      name: 'deleted pipelines',
      interval: PURGE_INTERVAL,
      log,
      round: () => purgePipelines(deps),
    }),
    createWorker({ name: 'records to read', interval: READ_INTERVAL, log, round: () => readRecords(deps) }),
    createWorker({
      name: 'records that are gone',
      interval: FORGET_INTERVAL,
      log,
      round: () => forgetRecords(deps),
    }),
  ];
};
