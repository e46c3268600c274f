import { ContactLookupServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lookup_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { findContacts, matchContacts } from '../contacts';
import type { Deps } from '../deps';

export const contactLookupRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactLookupServiceDefinition, {
    findContacts: (request, context) => findContacts(deps, request, context),
    matchContacts: (request, context) => matchContacts(deps, request, context),
  });
