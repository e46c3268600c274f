import { TicketExportsServiceDefinition as exports } from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import { TicketLogsServiceDefinition as logs } from '@parley/proto/generated/parley/tickets/v1/ticket_logs_service';
import { operation, WHOLE } from '../rest';

export const ticketExportOperations = [
  operation('tickets.export-json', 'GET /tickets/export', exports, 'exportTickets', {
    permission: 'TICKET_EXPORT',
    page: { default: 25_000, max: 25_000 },
    out: { stream: 'json', field: 'tickets' },
  }),
  operation('tickets.export-csv', 'GET /tickets/csv-export', exports, 'exportTicketsCsv', {
    permission: 'TICKET_EXPORT',
    out: { stream: 'csv', filename: 'tickets.csv' },
  }),
  operation('tickets.export-fields', 'GET /tickets/export-fields', exports, 'listExportFields', {
    permission: 'TICKET_EXPORT',
  }),
  operation('tickets.audit-export', 'GET /tickets/{ticketId}/audit-export', exports, 'exportTicketAudit', {
    permission: 'TICKET_EXPORT',
    out: { stream: 'csv', filename: 'ticket-audit.csv' },
    passesUnknownQuery: true,
  }),
  operation('tickets.console-logs', 'GET /tickets/{ticketId}/console-logs', logs, 'getConsoleLogs', {
    permission: 'TICKET_FIND',
    out: 'entries',
  }),
  operation('tickets.activity-logs', 'GET /tickets/{ticketId}/activity-logs', logs, 'getActivityLogs', {
    permission: 'TICKET_FIND',
    out: 'entries',
  }),
  operation('tickets.network-logs', 'GET /tickets/{ticketId}/network-logs', logs, 'getNetworkLogs', {
    permission: 'TICKET_FIND',
    out: 'entries',
  }),
  operation('tickets.replay', 'GET /tickets/{ticketId}/replay', logs, 'getReplay', {
    permission: 'TICKET_FIND',
    out: 'entries',
  }),
  operation('tickets.history', 'GET /tickets/{ticketId}/history', logs, 'listTicketHistory', {
    permission: 'TICKET_FIND',
    page: WHOLE,
    out: { stream: 'json', field: 'entries' },
  }),
];
