import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { forgetUploads } from './upload.store';

/** Rows of one statement. */
const BATCH = 500;
/** Milliseconds that a message has to name a file of a contact (docs/rules/platform.md: 24 hours). */
const UNNAMED_MS = 24 * 3_600_000;

/** Gives files up that contacts uploaded a day ago. */
export const uploadsJob = defineJob<object>({ name: 'old uploads', every: 600_000 });

/** Who does it. */
export const createUploadForgetter = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: async () => {
    const now = clock();
    const forgotten = await forgetUploads(db, new Date(now.getTime() - UNNAMED_MS), BATCH);
    return forgotten === BATCH ? { goOnAt: now } : undefined;
  },
});
