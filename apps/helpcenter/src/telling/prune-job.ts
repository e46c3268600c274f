import { defineJob, type Doer } from '@parley/jobs';
import type { RootStore } from '../db';
import { forgetVisitors } from '../feedback';
import { prunePopularity, pruneViews } from './view.store';

/** Deletes the data that distinguishes visitors without a session, and counts of views, when their time is over. */
export const pruneJob = defineJob<object>({ name: 'visitors', every: 10 * 60_000 });

/** Who does it. */
export const createPruner = ({ store, clock }: { store: RootStore; clock: () => Date }): Doer<object> => ({
  handle: async () => {
    await pruneViews(store.sql, clock());
    await prunePopularity(store.sql, clock());
    await forgetVisitors(store.sql, clock());
  },
});
