import { createGone, type Gone } from '@parley/persistence';

const DAY_MS = 86_400_000;
/** After so long nothing of a deleted contact is under way any more. */
const KEPT_MS = 7 * DAY_MS;
/** Digests that are forgotten at a time: each deletion forgets more than it adds. */
const FORGOTTEN_AT_ONCE = 100;

const gone = createGone();

/** Those of some contacts that were deleted; the others stay until the transaction ends. */
export const goneAmong: Gone['among'] = gone.among;

/** Notes that a contact was deleted, for 7 days. Waits for whoever keeps something of it at this moment. */
export const noteGone: Gone['note'] = async (tx, projectId, ids, at) => {
  await gone.note(tx, projectId, ids, at);
  await gone.forget(tx, new Date(at.getTime() - KEPT_MS), FORGOTTEN_AT_ONCE);
};
