export { listExportFields } from './export-fields';
export { exportTicketAudit } from './export-ticket-audit';
export { exportTicketsCsv } from './export-tickets-csv';
export { exportTickets } from './export-tickets';
