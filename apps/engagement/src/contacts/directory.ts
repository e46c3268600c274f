import type {
  ContactDirectoryServiceDefinition,
  ContactReference,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext, Client } from '@parley/rpc';

/** Names of contacts. */
export interface Directory {
  /** Those of the contacts that exist, by id. */
  references(ids: readonly string[], context: CallContext): Promise<ReadonlyMap<string, ContactReference>>;
}

/** Asks the contacts service. */
export const createDirectory = (client: Client<ContactDirectoryServiceDefinition>): Directory => ({
  references: async (ids, context) => {
    if (ids.length === 0) return new Map();
    const { contacts } = await client.getContactReferences({ ids: [...ids] }, context);
    return new Map(contacts.map((contact) => [contact.id, contact]));
  },
});
