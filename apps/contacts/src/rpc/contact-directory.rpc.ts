import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { ensureContactByEmail } from '../saving/ensure-contact-by-email';
import { getContactBySvcId } from '../widget/get-contact-by-svc-id';
import { getContactReferences } from '../contacts/get-contact-references';
import { type Deps } from '../deps';
import { mergeGuests } from '../merge/merge-guests';
import { checkWriter } from '../widget/check-writer';

export const contactDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactDirectoryServiceDefinition, {
    getContactReferences: (request, context) => getContactReferences(deps, request, context),
    getContactBySvcId: (request, context) => getContactBySvcId(deps, request, context),
    ensureContactByEmail: (request, context) => ensureContactByEmail(deps, request, context),
    mergeGuests: (request, context) => mergeGuests(deps, request, context),
    checkWriter: (request, context) => checkWriter(deps, request, context),
  });
