import { InboxServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getUnifiedInboxTicket, listUnifiedInbox } from '../inbox';

export const inboxRpc = (deps: Deps): ServiceImplementation =>
  implement(InboxServiceDefinition, {
    listUnifiedInbox: (request, context) => listUnifiedInbox(deps, request, context),
    getUnifiedInboxTicket: (request, context) => getUnifiedInboxTicket(deps, request, context),
  });
