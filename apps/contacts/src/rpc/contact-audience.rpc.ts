import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { getAudienceContacts, listMailAudience } from '../audience';
import type { Deps } from '../deps';

export const contactAudienceRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactAudienceServiceDefinition, {
    listMailAudience: (request, context) => listMailAudience(deps, request, context),
    getAudienceContacts: (request, context) => getAudienceContacts(deps, request, context),
  });
