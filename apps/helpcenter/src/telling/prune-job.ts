import { createWorker, type Worker } from '@parley/runtime';
import { type Logger } from '@parley/telemetry';
import { type RootStore } from '../db';
import { forgetVisitors } from '../feedback/feedback.store';
import { forgetGone } from '../project/gone';
import { pruneViews } from './view.store';

const INTERVAL_MS = 10 * 60_000;

/** Forgets what visitors without a session are told apart by when its time is over; any number of processes may run it. */
export const createPruneJob = ({
  store,
  clock,
  log,
}: {
  store: RootStore;
  clock: () => Date;
  log: Logger;
}): Worker =>
  createWorker({
    name: 'visitors',
    interval: INTERVAL_MS,
    log,
    round: async () => {
      await pruneViews(store.sql, clock());
      await forgetVisitors(store.sql, clock());
      await forgetGone(store.sql, clock());
      return false;
    },
  });
