import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { KEPT_MS } from './import-job';
import { dropEnded } from './import-job.store';

/** Rows of one statement. */
const BATCH = 500;

/** Drops imports that ended 30 days ago. */
export const importPruningJob = defineJob<object>({ name: 'import pruning', every: 3_600_000 });

/** Who does it. */
export const createImportPruner = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    const dropped = await dropEnded(db, new Date(now.getTime() - KEPT_MS), BATCH);
    return dropped === BATCH ? { goOnAt: now } : undefined;
  },
});
