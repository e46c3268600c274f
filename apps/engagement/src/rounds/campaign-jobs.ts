import { cancelJob, defineJob, doubling, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

type Nothing = Record<string, never>;

/** Each is done for one e-mail, its key. */
const options = { concurrency: 4, backoff: doubling(1_000, 30_000) };

/** Plans the mails of rounds. */
export const roundJob = defineJob<Nothing>({ name: 'campaign rounds', ...options });
/** Decides which events a mail follows. */
export const triggerJob = defineJob<Nothing>({ name: 'campaign events', ...options });
/** Sends due mails, skips waiting ones of a finished e-mail, and finishes an e-mail without further mails. */
export const mailJob = defineJob<Nothing>({ name: 'campaign mails', ...options });

const all = [roundJob, triggerJob, mailJob];

interface Of {
  projectId: string;
  itemId: string;
}

type CampaignJob = (typeof all)[number];

/** Asks for something to be done for an e-mail: now, or at a time. */
export const askCampaign = (
  tx: Sql,
  job: CampaignJob,
  { projectId, itemId }: Of,
  when: { now: Date; at?: Date },
): Promise<void> => hastenJob(tx, job, {}, { projectId, key: itemId, ...when });

/** Queues all jobs that an e-mail's new state may need. */
export const askCampaignJobs = async (tx: Sql, of: Of, now: Date): Promise<void> => {
  for (const job of all) await askCampaign(tx, job, of, { now });
};

/** Cancels the jobs of a deleted e-mail. */
export const cancelCampaignJobs = async (tx: Sql, { projectId, itemId }: Of): Promise<void> => {
  for (const job of all) await cancelJob(tx, job, { projectId, key: itemId });
};
