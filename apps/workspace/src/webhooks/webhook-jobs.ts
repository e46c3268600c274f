import { defineJob } from '@parley/jobs';

/** Most requests of one process at a time, and so most webhooks. */
export const MAX_SENDING = 100;

/** Sends the due deliveries of a webhook; its key is the webhook's id. */
export const webhookJob = defineJob({ name: 'webhook', concurrency: MAX_SENDING });

/**
 * Removes the webhooks' events of a deleted contact, or assigns those of a merged one to the other contact; its key is the
 * contact's id.
 */
export const departureJob = defineJob({ name: 'contact departure' });

/** Milliseconds between two removals of old rows. */
const UPKEEP_MS = 300_000;

/** Removes old rows, and the rows of deleted webhooks. */
export const webhookUpkeepJob = defineJob({ name: 'webhook upkeep', every: UPKEEP_MS });
