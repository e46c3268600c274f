import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { DRY_FILE_MS, KEPT_MS } from './import';
import { dropEnded, releaseDryFiles } from './import.store';

/** Rows of one statement. */
const BATCH = 500;

/** Drops imports that ended 30 days ago, and releases the files of dry runs a day after their end. */
export const importPruningJob = defineJob<object>({ name: 'article import pruning', every: 3_600_000 });

/** Who does it. */
export const createImportPruner = ({ store, clock }: Pick<Deps, 'store' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    await releaseDryFiles(store.sql, new Date(now.getTime() - DRY_FILE_MS));
    const dropped = await dropEnded(store.sql, new Date(now.getTime() - KEPT_MS), BATCH);
    return dropped === BATCH ? { goOnAt: now } : undefined;
  },
});
