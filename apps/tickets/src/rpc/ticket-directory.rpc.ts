import { projectScope } from '@parley/auth';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { type Deps } from '../deps';
import { purgeContactTickets } from '../tickets/purge-contact-tickets';

export const ticketDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketDirectoryServiceDefinition, {
    purgeContactTickets: async ({ contactId }, context) => ({
      deleted: await purgeContactTickets(deps, projectScope(context.scope).projectId, contactId),
    }),
  });
