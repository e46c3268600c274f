import { systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { purgeContact } from './purge-contact';
import { claimHidden, type HiddenContact, postponePurge } from './purge.store';

/** Whether there is something to do. */
export { PURGE_DUE } from './purge.store';

const BATCH = 20;
/** Milliseconds until a deletion that was taken up and not finished is taken up again. */
const LEASE_MS = 60_000;
/** Milliseconds until a deletion that failed is tried again. */
const RETRY_MS = 5_000;

const retryLater = async (deps: Deps, contact: HiddenContact, error: unknown): Promise<void> => {
  const { projectId, id: contactId } = contact;
  deps.log.warn({ err: error, projectId, contactId }, 'A deletion could not be finished yet');
  await postponePurge(deps.db, contact, new Date(deps.clock().getTime() + RETRY_MS));
};

/** Finishes deletions that were cut off, oldest first, until none is due. */
export const finishDeletions = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const now = deps.clock();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimHidden(deps.db, { now, leaseUntil, limit: BATCH });
    for (const contact of claimed) {
      if (signal.aborted) return;
      const { projectId, organisationId } = contact;
      const context = systemContext('contacts', { projectId, organisationId });
      await purgeContact(deps, contact, context).catch((error: unknown) => retryLater(deps, contact, error));
    }
    if (claimed.length < BATCH) return;
  }
};
