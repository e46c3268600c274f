import { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { mergeContactTickets } from '../contacts';
import type { Deps } from '../deps';

export const contactMergeRpc = (deps: Deps): ServiceImplementation =>
  implement(ContactMergeServiceDefinition, {
    mergeContactTickets: (request, context) => mergeContactTickets(deps, request, context),
  });
