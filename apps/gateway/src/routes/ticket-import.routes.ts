import { TicketImportServiceDefinition as imports } from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { operation } from '../rest';

const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
/** 500 tickets of 40 values and 20,000 events of 40, a comment as rich text among them. */
const MAX_IMPORT_VALUES = 820_000;

export const ticketImportOperations = [
  operation('tickets.import', 'POST /tickets/importer', imports, 'importTickets', {
    permission: 'TICKET_DELETE',
    errors: ['SESSION_RACED', 'TICKET_RACED'],
    maxBodyBytes: MAX_IMPORT_BYTES,
    maxJsonValues: MAX_IMPORT_VALUES,
    timeoutMs: 120_000,
  }),
];
