import { defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import { presentReference, findContact } from '../contacts';
import type { Deps } from '../deps';
import { noteMoved } from './merge.store';

/** Moves the tickets of a merged guest, the job's key, to the contact it was merged into. */
export const mergeJob = defineJob<{ targetId: string }>({
  name: 'contact merge',
  concurrency: 4,
  backoff: () => 5_000,
});

/** Moves the tickets; a contact that is being deleted purges the guest's tickets itself. */
export const createMerger = ({ db, merges }: Pick<Deps, 'db' | 'merges'>): Doer<{ targetId: string }> => ({
  handle: async ({ targetId }, { projectId, key: contactId }) => {
    const heir = await findContact(db, projectId, targetId);
    if (!heir) return;
    const { organisationId } = heir;
    const context = systemContext('contacts', { projectId, organisationId });
    await merges.mergeContactTickets({ contactId, into: presentReference(heir) }, context);
    await noteMoved(db, { projectId, sourceId: contactId });
  },
});
