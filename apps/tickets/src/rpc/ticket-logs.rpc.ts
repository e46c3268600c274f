import { implement, type ServiceImplementation } from '@parley/rpc';
import { TicketLogsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import type { Deps } from '../deps';
import { getActivityLogs, getConsoleLogs, listTicketHistory } from '../logs';

export const ticketLogsRpc = (deps: Deps): ServiceImplementation =>
  implement(TicketLogsServiceDefinition, {
    getConsoleLogs: (request, context) => getConsoleLogs(deps, request, context),
    getActivityLogs: (request, context) => getActivityLogs(deps, request, context),
    listTicketHistory: (request, context) => listTicketHistory(deps, request, context),
  });
