import { noteGone } from '@parley/events';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import type { Deps } from '../deps';
import { getTicketReferences } from '../tickets';
import { purgeContactTickets } from '../contacts';

export const ticketDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketDirectoryServiceDefinition, {
    purgeContactTickets: async ({ contactId, addresses }, { scope: { projectId } }) => {
      if (!projectId) throw new Error('The call carries no project');
      const gone = [{ projectId, id: contactId }];
      await deps.db.transaction((tx) => noteGone(tx, gone, { at: deps.clock() }));
      return { deleted: await purgeContactTickets(deps, projectId, contactId, addresses) };
    },
    getTicketReferences: (request, context) => getTicketReferences(deps, request, context),
  });
