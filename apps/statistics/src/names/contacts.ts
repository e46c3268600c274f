import type {
  ContactDirectoryServiceDefinition,
  ContactReference,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext, Client } from '@parley/rpc';

/** Names and addresses of contacts, which this service does not keep. */
export interface Contacts {
  /** Those of the contacts that exist, by id. */
  find(ids: readonly string[], context: CallContext): Promise<ReadonlyMap<string, ContactReference>>;
}

/** Ids asked for at once. */
const PAGE = 500;

/** Asks the contacts service. */
export const createContacts = (client: Client<ContactDirectoryServiceDefinition>): Contacts => ({
  find: async (ids, context) => {
    const found = new Map<string, ContactReference>();
    for (let from = 0; from < ids.length; from += PAGE) {
      const { contacts } = await client.getContactReferences({ ids: ids.slice(from, from + PAGE) }, context);
      for (const contact of contacts) found.set(contact.id, contact);
    }
    return found;
  },
});
