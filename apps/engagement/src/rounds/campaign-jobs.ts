import { cancelJob, defineJob, doubling, hastenJob } from '@parley/jobs';
import { type Sql } from '@parley/persistence';

type Nothing = Record<string, never>;

/** Each is done for one e-mail, its key. */
const options = { concurrency: 4, backoff: doubling(1_000, 30_000) };

/** Plans the mails of rounds. */
export const roundJob = defineJob<Nothing>({ name: 'campaign rounds', ...options });
/** Decides which events a mail follows. */
export const triggerJob = defineJob<Nothing>({ name: 'campaign events', ...options });
/** Sends what is due, stops what waits of a finished e-mail, and finishes one that has nothing left to send. */
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

/** Asks for all that may be to do for an e-mail whose state changed. */
export const askCampaignJobs = async (tx: Sql, of: Of, now: Date): Promise<void> => {
  for (const job of all) await askCampaign(tx, job, of, { now });
};

/** Takes back what was asked for an e-mail that is deleted. */
export const cancelCampaignJobs = async (tx: Sql, { projectId, itemId }: Of): Promise<void> => {
  for (const job of all) await cancelJob(tx, job, { projectId, key: itemId });
};
