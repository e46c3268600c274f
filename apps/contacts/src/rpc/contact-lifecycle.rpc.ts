import { ContactLifecycleServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { exportContacts } from '../export';
import { getIdentityHistory } from '../identity';
import { resubscribeContact, unsubscribeContacts } from '../subscription';
import { warmUpContacts } from '../warmup';

export const contactLifecycleRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactLifecycleServiceDefinition, {
    resubscribeContact: (request, context) => resubscribeContact(deps, request, context),
    unsubscribeContacts: (request, context) => unsubscribeContacts(deps, request, context),
    getIdentityHistory: (request, context) => getIdentityHistory(deps, request, context),
    exportContacts: (request, context) => exportContacts(deps, request, context),
    warmUpContacts: (request, context) => warmUpContacts(deps, request, context),
  });
