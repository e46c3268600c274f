import { createWorker, type Lookout, type Worker } from '@parley/runtime';
import { PURGE_DUE, purgePipelines } from '../pipelines/purge-pipelines';
import { type Deps } from '../deps';
import { readRecords, UNREAD_DUE } from '../records/read-records';
import { forgetRecords } from '../records/forget-records';

/** Milliseconds between two looks for what this process was not told of. */
const INTERVAL = 2_500;

/** Milliseconds between two looks for what need not be remembered any more. */
const FORGET_INTERVAL = 60_000;

/** The workers of the service. */
export interface Workers {
  all: readonly Worker[];
  /** A record waits to be read: what a board shows is right within 2 s. */
  wakeReading(): void;
}

/** What the service does by itself. */
export const createWorkers = (deps: Deps, lookout: Lookout): Workers => {
  const { log } = deps;
  const reading = lookout.worker({
    name: 'records to read',
    due: UNREAD_DUE,
    interval: INTERVAL,
    log,
    round: () => readRecords(deps),
  });
  const workers = [
    reading,
    lookout.worker({
      name: 'deleted pipelines',
      due: PURGE_DUE,
      interval: INTERVAL,
      log,
      round: () => purgePipelines(deps),
    }),
    createWorker({
      name: 'records that are gone',
      interval: FORGET_INTERVAL,
      log,
      round: () => forgetRecords(deps),
    }),
  ];
  return { all: workers, wakeReading: () => reading.wake() };
};
