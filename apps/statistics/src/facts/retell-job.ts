import { defineJob, hastenJob } from '@parley/jobs';
import { type Sql } from '@parley/persistence';

/** Tells facts of a project anew that were told too early. */
export const retellJob = defineJob<object>({ name: 'facts to tell anew' });

/** Asks for it in the transaction that notes the tickets. */
export const queueRetelling = (tx: Sql, projectId: string, now: Date): Promise<void> =>
  hastenJob(tx, retellJob, {}, { projectId, key: '', now });
