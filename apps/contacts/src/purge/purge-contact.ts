import { forgetDeadLetters } from '@parley/events';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { unmovedGuests } from '../merge/merge.store';
import { deleteEvents } from '../tracking/contact-event.store';
import { type HiddenContact, removeContact } from './purge.store';

/** Events removed in one statement. */
const EVENTS = 5_000;

/**
 * Removes the tickets of a hidden contact and of guests that became part of it, its events, then the contact with its
 * history. Runs again without effect.
 */
export const purgeContact = async (
  { db, tickets, prisma }: Pick<Deps, 'db' | 'tickets' | 'prisma'>,
  contact: HiddenContact,
  context: CallContext,
): Promise<void> => {
  const { projectId, organisationId, id } = contact;
  const scope = { actor: { type: 'system', name: 'contacts' } as const, projectId, organisationId };
  // Guests first: what is moved to the contact meanwhile is purged with it.
  for (const contactId of [...(await unmovedGuests(db, projectId, id)), id])
    await tickets.purgeContactTickets({ contactId }, { ...context, scope });
  while ((await deleteEvents(db, projectId, id, EVENTS)) === EVENTS);
  await forgetDeadLetters(db, [{ projectId, aggregateId: id }]);
  await removeContact(prisma, contact);
};
