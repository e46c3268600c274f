import { forgetDeadLetters } from '@parley/events';
import { cancelJob, defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import { moveJob } from '../companies';
import type { Deps } from '../deps';
import { mergeJob, unmovedGuests } from '../merge';
import { deleteEvents } from '../tracking';
import { findAddresses, removeContact } from './purge.store';

/** Events removed in one statement. */
const EVENTS = 5_000;

/** Removes all data of a hidden contact, the job's key. */
export const purgeJob = defineJob<{ organisationId: string }>({
  name: 'contact purge',
  concurrency: 4,
  backoff: () => 5_000,
});

/**
 * Who does it: the tickets of the contact and of guests that became part of it, what else was to be done for
 * them, its events, then the contact with its history. Done again it is without effect.
 */
export const createPurger = ({
  db,
  tickets,
  prisma,
}: Pick<Deps, 'db' | 'tickets' | 'prisma'>): Doer<{ organisationId: string }> => ({
  handle: async ({ organisationId }, { projectId, key: id }) => {
    // Guests first: their data that moves to the contact at the same time is purged with it.
    const contactIds = [...(await unmovedGuests(db, projectId, id)), id];
    const addresses = await findAddresses(db, { projectId, id });
    for (const contactId of contactIds) {
      const context = systemContext('contacts', { projectId, organisationId });
      await tickets.purgeContactTickets({ contactId, addresses }, context);
    }
    for (const key of contactIds)
      for (const job of [mergeJob, moveJob]) await cancelJob(db, job, { projectId, key });
    while ((await deleteEvents(db, projectId, id, EVENTS)) === EVENTS);
    await forgetDeadLetters(db, [{ projectId, aggregateId: id }]);
    await removeContact(prisma, { projectId, id });
  },
});
