import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketExportsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import type { Deps } from '../deps';
import { listExportFields, exportTicketAudit, exportTickets, exportTicketsCsv } from '../exports';

export const ticketExportsRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketExportsServiceDefinition, {
    exportTickets: (request, context) => exportTickets(deps, request, context),
    exportTicketsCsv: (request, context) => exportTicketsCsv(deps, request, context),
    listExportFields: async () => listExportFields(),
    exportTicketAudit: (request, context) => exportTicketAudit(deps, request, context),
  });
