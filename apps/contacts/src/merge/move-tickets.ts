import { type CallContext, systemContext } from '@parley/rpc';
import { presentReference } from '../contacts/contact.present';
import { findContact } from '../contacts/contact.store';
import { type Deps } from '../deps';
import { claimMerges, type Merge, settleMerge } from './merge.store';

/** Whether there is something to do. */
export { MERGE_DUE } from './merge.store';

const BATCH = 20;
/** Milliseconds until a merge that was taken up and not finished is taken up again. */
const LEASE_MS = 60_000;
/** Milliseconds until a merge whose tickets could not be moved is tried again. */
const RETRY_MS = 5_000;

/**
 * Gives a merged guest's tickets to its heir. Runs again without effect. An heir that is being deleted takes the guest's
 * tickets along by itself.
 */
export const moveTickets = async (
  { db, merges }: Pick<Deps, 'db' | 'merges'>,
  merge: Merge,
  { requestId, traceparent, deadline }: CallContext,
): Promise<void> => {
  const { projectId, sourceId: contactId, targetId } = merge;
  const heir = await findContact(db, projectId, targetId);
  if (!heir) return;
  const { organisationId } = heir;
  const system = systemContext('contacts', {
    projectId,
    organisationId,
    requestId,
    ...(traceparent !== undefined && { traceparent }),
  });
  await merges.mergeContactTickets({ contactId, into: presentReference(heir) }, { ...system, deadline });
  await settleMerge(db, merge, null);
};

/** Moves the tickets of merges that were cut off, until none is due. Answers whether there may be more. */
export const finishMerges = async (
  deps: Pick<Deps, 'db' | 'merges' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<boolean> => {
  const now = deps.clock().getTime();
  const claim = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS), limit: BATCH };
  const claimed = await claimMerges(deps.db, claim);
  for (const merge of claimed) {
    if (signal.aborted) return false;
    const { projectId, sourceId, targetId } = merge;
    await moveTickets(deps, merge, systemContext('contacts', { projectId })).catch(async (error: unknown) => {
      deps.log.warn({ err: error, projectId, sourceId, targetId }, 'Tickets could not be moved yet');
      await settleMerge(deps.db, merge, new Date(deps.clock().getTime() + RETRY_MS));
    });
  }
  return claimed.length === BATCH;
};
