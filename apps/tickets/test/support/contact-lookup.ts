import { implement, type ServiceImplementation } from '@parley/rpc';
import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';

const toText = ({ name, email, userId, phone }: ContactReference): string =>
  [name, email, userId, phone].join('\n').toLowerCase();

/** The contacts service's look-ups over the contacts of a project; a condition on `customData.x` is one on the name. */
export const contactLookup = (
  findContacts: (projectId: string | undefined) => Iterable<ContactReference>,
): ServiceImplementation =>
  implement(ContactLookupServiceDefinition, {
    findContacts: async ({ email, userId, phone, filter, limit }, { scope }) => {
      const found = [...findContacts(scope.projectId)].filter(
        (contact) =>
          (!email || contact.email === email) &&
          (!userId || contact.userId === userId) &&
          (!phone || contact.phone === phone) &&
          filter.every(({ values }) => values.includes(contact.name ?? '')),
      );
      return { ids: found.slice(0, limit).map(({ id }) => id) };
    },
    matchContacts: async ({ words, anyWord, limit }, { scope }) => {
      const wanted = words.toLowerCase().split(' ');
      const found = [...findContacts(scope.projectId)].filter((contact) => {
        const has = (word: string): boolean => toText(contact).includes(word);
        return anyWord ? wanted.some(has) : wanted.every(has);
      });
      return { ids: found.slice(0, limit).map(({ id }) => id) };
    },
  });
