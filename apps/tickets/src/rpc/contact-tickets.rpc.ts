import { implement, type ServiceImplementation } from '@parley/rpc';
import { ContactTicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { listContactActivities } from '../activities';
import type { Deps } from '../deps';

export const contactTicketsRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactTicketsServiceDefinition, {
    listContactActivities: (request, context) => listContactActivities(deps, request, context),
  });
