import { goneAmong } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext, Client } from '@parley/rpc';
import { contactRecord } from './reference';
import { type ContactRecord, saveContact } from '../core';

/**
 * Stores contacts that their service has just answered, unless newer states are kept. Answers those that were not deleted or merged
 * in the meantime: the others get no new ticket.
 */
export const keepAnswered = (
  db: Pick<Database, 'transaction'>,
  projectId: string,
  contacts: readonly ContactRecord[],
): Promise<ContactRecord[]> =>
  db.transaction(async (tx) => {
    const ids = contacts.map(({ id }) => id).sort();
    const gone = await goneAmong(tx, projectId, ids);
    const present = contacts.filter(({ id }) => !gone.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const contact of present) await saveContact(tx, projectId, contact);
    return present;
  });

/** What contacts are looked up and kept with. */
export interface KeepContactsDeps {
  db: Pick<Database, 'transaction'>;
  contacts: Client<ContactDirectoryServiceDefinition>;
}

/** Fetches contacts without a copy, and stores them. */
export const keepContacts = async (
  { db, contacts }: KeepContactsDeps,
  context: CallContext,
  projectId: string,
  wanted: readonly string[],
): Promise<ContactRecord[]> => {
  const answer = await contacts.getContactReferences({ ids: [...new Set(wanted)] }, context);
  return keepAnswered(db, projectId, answer.contacts.map(contactRecord));
};
