import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { ensureContactByEmail } from '../saving';
import { getContactBySvcId, checkWriter } from '../widget';
import { getContactReferences } from '../contacts';
import type { Deps } from '../deps';
import { mergeGuests } from '../merge';

export const contactDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactDirectoryServiceDefinition, {
    getContactReferences: (request, context) => getContactReferences(deps, request, context),
    getContactBySvcId: (request, context) => getContactBySvcId(deps, request, context),
    ensureContactByEmail: (request, context) => ensureContactByEmail(deps, request, context),
    mergeGuests: (request, context) => mergeGuests(deps, request, context),
    checkWriter: (request, context) => checkWriter(deps, request, context),
  });
