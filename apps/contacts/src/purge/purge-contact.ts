import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { type HiddenContact, removeContact } from './purge.store';

/** Removes the tickets of a hidden contact, then the contact with its history. Runs again without effect. */
export const purgeContact = async (
  { tickets, prisma }: Pick<Deps, 'tickets' | 'prisma'>,
  contact: HiddenContact,
  context: CallContext,
): Promise<void> => {
  const { projectId, organisationId, id: contactId } = contact;
  const scope = { actor: { type: 'system', name: 'contacts' } as const, projectId, organisationId };
  await tickets.purgeContactTickets({ contactId }, { ...context, scope });
  await removeContact(prisma, contact);
};
