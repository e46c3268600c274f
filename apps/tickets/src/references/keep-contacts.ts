import { type Database, newId } from '@parley/persistence';
import { type ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { type CallContext, type Client } from '@parley/rpc';
import { fillPlace, giveUpPlaces, makePlaces } from './contact-place.store';
import { contactRecord } from './reference';
import { type ContactRecord } from '../core/reference.store';

/** Times that a place may be taken away while the contact's service is asked. */
const ATTEMPTS = 3;

/** What contacts are looked up and kept with. */
export interface KeepContactsDeps {
  db: Database;
  contacts: Client<ContactDirectoryServiceDefinition>;
}

/**
 * Fetches contacts without a copy, and stores them. A contact that is deleted or merged while its service answers counts as
 * unknown: its reservation is made before the question, and a purge or merge removes it. So a removed or moved contact gets no new
 * ticket.
 */
export const keepContacts = async (
  { db, contacts }: KeepContactsDeps,
  context: CallContext,
  projectId: string,
  wanted: readonly string[],
): Promise<ContactRecord[]> => {
  const ids = [...new Set(wanted)];
  const token = newId();
  const kept = new Map<string, ContactRecord>();
  let missing = ids;
  try {
    for (let attempt = 0; attempt < ATTEMPTS && missing.length > 0; attempt += 1) {
      await makePlaces(db, projectId, missing, token);
      const answer = await contacts.getContactReferences({ ids: missing }, context);
      const known = answer.contacts.map(contactRecord);
      for (const contact of known) {
        if (await fillPlace(db, projectId, contact, token)) kept.set(contact.id, contact);
      }
      missing = known.flatMap(({ id }) => (kept.has(id) ? [] : id));
    }
  } finally {
    await giveUpPlaces(db, projectId, ids, token);
  }
  return [...kept.values()];
};
