import { defineJob, hastenJob, STANDING } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import { askCampaignJobs, cancelCampaignJobs } from '../rounds';
import { isCampaign, type Item } from '../core';

/** Finishes items after their end. */
export const finishJob = defineJob<Record<string, never>>({ name: 'items to finish', every: 300_000 });

/** Removes the data of a deleted item, its key. */
export const purgeJob = defineJob<Record<string, never>>({ name: 'deleted items', backoff: () => 10_000 });

/** Asks for what follows from a change of an item. */
export const askItemJobs = async (
  tx: Sql,
  { projectId, id: itemId, type, status, stopSendingAfter: at }: Item,
  now: Date,
): Promise<void> => {
  if (at && (status === 'live' || status === 'paused'))
    await hastenJob(tx, finishJob, {}, { ...STANDING, now, at });
  // A paused one is asked for when it is live again.
  if (isCampaign(type) && (status === 'live' || status === 'finished'))
    await askCampaignJobs(tx, type, { projectId, itemId }, now);
};

/** Queues the removal of a deleted item's data. */
export const askPurge = async (
  tx: Sql,
  { projectId, id: itemId }: Pick<Item, 'projectId' | 'id'>,
  now: Date,
): Promise<void> => {
  await cancelCampaignJobs(tx, { projectId, itemId });
  await hastenJob(tx, purgeJob, {}, { projectId, key: itemId, now });
};
