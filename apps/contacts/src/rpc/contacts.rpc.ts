import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { createContact, updateContact } from '../saving';
import { deleteContact } from '../purge';
import { getContact, getContactByUserId, listContacts, searchContacts } from '../contacts';
import type { Deps } from '../deps';

const { methods } = ContactsServiceDefinition;

export const contactsRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactsServiceDefinition, {
    listContacts: (request, context) => listContacts(deps, request, context),
    createContact: deps.effects.once(methods.createContact, (request, context) =>
      createContact(deps, request, context),
    ),
    getContact: (request, context) => getContact(deps, request, context),
    getContactByUserId: (request, context) => getContactByUserId(deps, request, context),
    updateContact: (request, context) => updateContact(deps, request, context),
    deleteContact: (request, context) => deleteContact(deps, request, context),
    searchContacts: (request, context) => searchContacts(deps, request, context),
  });
