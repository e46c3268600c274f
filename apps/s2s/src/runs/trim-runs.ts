import { defineJob } from '@parley/jobs';
import type { Deps } from '../deps';
import { deleteEndedRuns, deleteOldTurns, deleteUnusedVersions } from './purge.store';

const DAY = 24 * 3_600_000;
/** How long runs are kept after their end (docs/rules/s2s.md). */
const KEPT_MS = 30 * DAY;
/** Handled events are remembered for 7 days: until then a message may come again. */
const TURNS_KEPT_MS = 8 * DAY;
const BATCH = 1_000;

/** Removes runs that ended 30 days ago, and expired waits. */
export const trimRunsJob = defineJob<Record<string, never>>({ name: 'old runs', every: 300_000 });

export const trimRuns = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock().getTime();
  let gone: number;
  do {
    gone = await deleteEndedRuns(db, new Date(now - KEPT_MS), BATCH);
    if (gone > 0) await deleteUnusedVersions(db);
  } while (gone === BATCH);
  while ((await deleteOldTurns(db, new Date(now - TURNS_KEPT_MS), BATCH)) === BATCH);
};
