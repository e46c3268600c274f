import { defineJob, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/** Reads the archive of a repository, the job's key. */
export const readingJob = defineJob<object>({
  name: 'repository',
  concurrency: 2,
  attempts: 5,
  backoff: () => 5_000,
});

/** An uploaded archive, the job's key, that a former release was to delete. */
export const discardJob = defineJob<object>({ name: 'discarded archive' });

/** Asks for the reading of an archive in the transaction that names it. */
export const queueReading = (
  tx: Sql,
  { projectId, id }: { projectId: string; id: string },
  now: Date,
): Promise<void> => hastenJob(tx, readingJob, {}, { projectId, key: id, now });
