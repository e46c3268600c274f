import { unauthenticated } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { implement, type Partially, type ServiceImplementation } from '@parley/rpc';

/** Stands in for the contacts service. */
export interface TestContacts {
  implementation: ServiceImplementation;
  /** Adds a contact and answers it; its `svcId` is what its widget presents. */
  add(projectId: string, fields?: Partially<Contact>): Contact;
  change(svcId: string, fields: Partially<Contact>): void;
  remove(svcId: string): void;
  /** How often a session was asked for. */
  asked(svcId: string): number;
}

export const createTestContacts = (): TestContacts => {
  const contacts = new Map<string, Contact>();
  const asked: string[] = [];
  return {
    implementation: implement(ContactDirectoryServiceDefinition, {
      getContactBySvcId: async ({ svcId }, { scope }) => {
        asked.push(svcId);
        const contact = contacts.get(svcId);
        if (!contact || contact.project !== scope.projectId)
          throw unauthenticated(
            'INVALID_SESSION',
            'The widget session is missing or its signature is wrong.',
          );
        return { contact };
      },
      getContactReferences: async ({ ids }, { scope }) => ({
        contacts: [...contacts.values()].filter(
          ({ id, project }) => ids.includes(id) && project === scope.projectId,
        ),
      }),
      checkWriter: () => Promise.reject(new Error('not used by the help center')),
      mergeGuests: () => Promise.reject(new Error('not used by the help center')),
      ensureContactByEmail: () => Promise.reject(new Error('not used by the help center')),
    }),
    add: (projectId, fields = {}) => {
      const [id, at] = [newId(), new Date().toISOString()];
      const contact = {
        id,
        _id: id,
        project: projectId,
        organisation: 'o',
        svcId: `svc-${id}`,
        tags: [],
        sessions: 1,
        unsubscribed: false,
        emailOnly: false,
        blocked: false,
        createdAt: at,
        updatedAt: at,
        ...fields,
      } as Contact;
      contacts.set(contact.svcId, contact);
      return contact;
    },
    change: (svcId, fields) =>
      void contacts.set(svcId, { ...contacts.get(svcId), ...fields } as unknown as Contact),
    remove: (svcId) => void contacts.delete(svcId),
    asked: (svcId) => asked.filter((one) => one === svcId).length,
  };
};
