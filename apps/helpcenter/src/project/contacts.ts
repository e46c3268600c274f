import type { SessionDocument } from '@parley/audience';
import { createLocalCache } from '@parley/cache';
import type {
  ContactDirectoryServiceDefinition,
  ContactReference,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext, Client } from '@parley/rpc';

/** Milliseconds that the fields of a session are cached. */
const BELIEF_MS = 2_000;
const MAX_SESSIONS = 10_000;

/** The help center's client of the contacts service. */
export interface Contacts {
  /** The fields of a session, at most 2 s old. 401 `invalid_session` when its contact is gone. */
  session(svcId: string, context: CallContext): Promise<SessionDocument>;
  /** Those of the contacts that exist, by id. */
  references(ids: readonly string[], context: CallContext): Promise<ReadonlyMap<string, ContactReference>>;
}

/** Asks the contacts service. */
export const createContactsClient = (directory: Client<ContactDirectoryServiceDefinition>): Contacts => {
  const sessions = createLocalCache<SessionDocument>({ max: MAX_SESSIONS, ttlMs: BELIEF_MS });
  return {
    session: (svcId, context) =>
      sessions.getOrLoad(`${context.scope.projectId} ${svcId}`, async () => {
        const { contact } = await directory.getContactBySvcId({ svcId }, context);
        if (!contact) throw new Error('The contacts service answered no contact');
        return { ...contact };
      }),
    references: async (ids, context) => {
      if (ids.length === 0) return new Map();
      const { contacts } = await directory.getContactReferences({ ids: [...ids] }, context);
      return new Map(contacts.map((contact) => [contact.id, contact]));
    },
  };
};
