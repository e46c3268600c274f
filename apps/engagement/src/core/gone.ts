import { defineJob, type Doer } from '@parley/jobs';
import { createGone, type Sql } from '@parley/persistence';
import { contactGone } from '../contacts/contacts';
import { type Deps } from '../deps';

/** Milliseconds after which nothing of a contact that is gone is under way any more. */
const KEPT_MS = 7 * 86_400_000;
const BATCH = 1_000;

/** Contacts that were deleted or merged away: what was asked of them before is not written any more. */
export const gone = createGone();

/** Keeps a contact from being forgotten until the transaction ends. 401 `invalid_session` when it is gone. */
export const demandLiving = async (
  tx: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
): Promise<void> => {
  if ((await gone.among(tx, projectId, [contactId])).size > 0) throw contactGone();
};

/** Forgets which contacts were gone long ago. */
export const forgetJob = defineJob<Record<string, never>>({
  name: 'contacts gone long ago',
  every: 3_600_000,
});

/** Who does. */
export const createForgetter = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Doer<Record<string, never>> => ({
  handle: async () => {
    const now = clock();
    const forgotten = await gone.forget(db, new Date(now.getTime() - KEPT_MS), BATCH);
    return forgotten === BATCH ? { goOnAt: now } : undefined;
  },
});
