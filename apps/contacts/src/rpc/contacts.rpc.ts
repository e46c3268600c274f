import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { createContact } from '../saving/create-contact';
import { deleteContact } from '../purge/delete-contact';
import { getContact } from '../contacts/get-contact';
import { getContactByUserId } from '../contacts/get-contact-by-user-id';
import { listContacts } from '../contacts/list-contacts';
import { searchContacts } from '../contacts/search-contacts';
import { updateContact } from '../saving/update-contact';
import { type Deps } from '../deps';

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
