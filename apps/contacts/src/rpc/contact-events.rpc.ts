import { ContactEventsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { listContactEvents } from '../tracking';

export const contactEventsRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactEventsServiceDefinition, {
    listContactEvents: (request, context) => listContactEvents(deps, request, context),
  });
