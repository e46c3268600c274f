import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { KEPT_MS } from './import';
import { dropEnded } from './import.store';

/** Rows of one statement. */
const BATCH = 500;

/** Drops imports that ended 30 days ago. */
export const importPruningJob = defineJob<object>({ name: 'article import pruning', every: 3_600_000 });

/** Who does it. */
export const createImportPruner = ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    const dropped = await dropEnded(store.sql, new Date(now.getTime() - KEPT_MS), BATCH);
    return dropped === BATCH ? { goOnAt: now } : undefined;
  },
});
