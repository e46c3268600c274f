import { newId } from '@parley/persistence';
import { createClient, createLocalCaller } from '@parley/rpc';
import {
  type ImportedEvent,
  ImportedTicket,
  type TicketImport,
  TicketImportServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { quiet } from './neighbours';
import type { TestCaller, TestService } from './service';

/** An event of an import as a test writes it. */
export type EventSketch = Partial<ImportedEvent>;

/** A ticket of an import as a test writes it. */
export type TicketSketch = Omit<Partial<ImportedTicket>, 'events'> & {
  events?: readonly EventSketch[];
};

const CREATED = '2024-03-01T09:00:00.000Z';

/** A ticket with an identifier of its own, created at a time long ago. */
export const sketch = (ticket: TicketSketch = {}): TicketSketch => ({
  externalId: newId(),
  createdAt: CREATED,
  ...ticket,
});

/** A time so many minutes after the creation of such a ticket. */
export const minute = (minutes: number): string =>
  new Date(Date.parse(CREATED) + minutes * 60_000).toISOString();

export type Importer = (tickets: readonly TicketSketch[], context?: object) => Promise<TicketImport[]>;

/** Imports tickets in the name of a caller. */
export const createImporter = ({ module }: TestService, caller: () => TestCaller): Importer => {
  const client = createClient(
    TicketImportServiceDefinition,
    createLocalCaller(module.implementations, quiet),
  );
  return async (tickets, context = {}) => {
    const request = {
      tickets: tickets.map(({ events = [], ...ticket }) =>
        ImportedTicket.fromPartial({ ...ticket, events: [...events] }),
      ),
    };
    return (await client.importTickets(request, { ...caller().context, ...context })).tickets;
  };
};
