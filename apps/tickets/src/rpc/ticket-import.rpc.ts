import { TicketImportServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { importTickets } from '../import';

export const ticketImportRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketImportServiceDefinition, {
    importTickets: deps.effects.once(
      TicketImportServiceDefinition.methods.importTickets,
      (request, context) => importTickets(deps, request, context),
    ),
  });
