import { cancelJob, defineJob, doubling, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { CampaignType } from '../core';

type Nothing = Record<string, never>;

/** Each is done for one item, its key. */
const options = { concurrency: 4, backoff: doubling(1_000, 30_000) };

/** Plans the mails of rounds. */
export const roundJob = defineJob<Nothing>({ name: 'campaign rounds', ...options });
/** Decides which events a mail follows. */
export const triggerJob = defineJob<Nothing>({ name: 'campaign events', ...options });
/** Sends due mails, skips waiting ones of a finished e-mail, and finishes an e-mail without further mails. */
export const mailJob = defineJob<Nothing>({ name: 'campaign mails', ...options });

/** The jobs of a kind. */
export interface CampaignJobs {
  rounds: CampaignJob;
  triggers: CampaignJob;
  mails: CampaignJob;
}

type CampaignJob = typeof roundJob;

/** Names of their own: a process of a former release works at e-mails only, and would mail a push notification. */
export const campaignJobs: Readonly<Record<CampaignType, CampaignJobs>> = {
  EMAIL: { rounds: roundJob, triggers: triggerJob, mails: mailJob },
  PUSH_NOTIFICATION: {
    rounds: defineJob<Nothing>({ name: 'push rounds', ...options }),
    triggers: defineJob<Nothing>({ name: 'push events', ...options }),
    mails: defineJob<Nothing>({ name: 'pushes', ...options }),
  },
};

interface Of {
  projectId: string;
  itemId: string;
}

/** Asks for something to be done for an e-mail: now, or at a time. */
export const askCampaign = (
  tx: Sql,
  job: CampaignJob,
  { projectId, itemId }: Of,
  when: { now: Date; at?: Date },
): Promise<void> => hastenJob(tx, job, {}, { projectId, key: itemId, ...when });

/** Queues all jobs that an e-mail's new state may need. */
export const askCampaignJobs = async (tx: Sql, type: CampaignType, of: Of, now: Date): Promise<void> => {
  for (const job of Object.values(campaignJobs[type])) await askCampaign(tx, job, of, { now });
};

/** Cancels the jobs of a deleted e-mail. */
export const cancelCampaignJobs = async (tx: Sql, { projectId, itemId }: Of): Promise<void> => {
  for (const jobs of Object.values(campaignJobs))
    for (const job of Object.values(jobs)) await cancelJob(tx, job, { projectId, key: itemId });
};
