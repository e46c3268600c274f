import type { SessionDocument } from '@parley/audience';
import type { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { type CallContext, type Client, systemContext } from '@parley/rpc';
import { isNotFound } from '../search';

/** What this service asks of contacts. */
export interface Contacts {
  /** The public document of a contact; undefined when the project has none of this id. */
  session(projectId: string, id: string, context: CallContext): Promise<SessionDocument | undefined>;
}

/** Asks the contacts service. */
export const createContactsClient = (client: Client<ContactsServiceDefinition>): Contacts => ({
  session: async (projectId, sessionId, { requestId, scope: { organisationId } }) => {
    try {
      const { contact } = await client.getContact(
        { sessionId },
        systemContext('knowledge', {
          projectId,
          requestId,
          ...(organisationId !== undefined && { organisationId }),
        }),
      );
      return contact && { ...contact };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },
});
