import { defineJob, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/** Computes facts of a project again that were computed too early. */
export const retellJob = defineJob<object>({ name: 'facts to tell anew' });

/** Asks for it in the transaction that notes the tickets. */
export const queueRetelling = (tx: Sql, projectId: string, now: Date): Promise<void> =>
  hastenJob(tx, retellJob, {}, { projectId, key: '', now });
