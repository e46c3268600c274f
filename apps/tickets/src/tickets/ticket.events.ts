import { type EventRow, eventRow, type NewEvent } from '@parley/events';
import { type CallContext } from '@parley/rpc';
import { type Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { extraFields, logFields } from './ticket';

/** What of a call travels with the events it causes. */
export const eventHeaders = ({ requestId, traceparent }: CallContext): Record<string, string> => ({
  requestId,
  ...(traceparent !== undefined && { traceparent }),
});

/** Fields that are left out of an event when the whole ticket is too large to travel. */
const bulky = [
  ...logFields,
  ...extraFields,
  'content',
  'plainContent',
  'description',
  'upvotes',
  'aiSummary',
] as const;

const withoutLargest = (ticket: Ticket): Ticket | undefined => {
  let largest: { field: (typeof bulky)[number]; size: number } | undefined;
  for (const field of bulky) {
    const size = JSON.stringify(ticket[field])?.length ?? 0;
    if (size > (largest?.size ?? 2)) largest = { field, size };
  }
  return largest && { ...ticket, [largest.field]: undefined };
};

const build = (ticket: Ticket, headers: Record<string, string>, verb: string, rest: object): NewEvent => ({
  subject: `tickets.v1.ticket.${verb}`,
  projectId: ticket.project,
  aggregateId: ticket.id,
  payload: { ticket, ...rest },
  headers,
});

/**
 * An event with a ticket. A ticket whose JSON is over the limit of an event travels without its largest free fields;
 * whoever needs them reads the ticket.
 */
const ticketEvent = (ticket: Ticket, headers: Record<string, string>, verb: string, rest = {}): EventRow => {
  for (let fitting: Ticket = ticket; ;) {
    try {
      return eventRow(build(fitting, headers, verb, rest));
    } catch (error) {
      const lighter = error instanceof RangeError ? withoutLargest(fitting) : undefined;
      if (!lighter) throw error;
      fitting = lighter;
    }
  }
};

/** `tickets.v1.ticket.created`. */
export const ticketCreated = (ticket: Ticket, headers: Record<string, string>): EventRow =>
  ticketEvent(ticket, headers, 'created');

/** `tickets.v1.ticket.updated`, with the public names of what changed. */
export const ticketUpdated = (
  ticket: Ticket,
  changed: readonly string[],
  headers: Record<string, string>,
): EventRow => ticketEvent(ticket, headers, 'updated', { changed });

/** As `ticketUpdated`, for a change that runs no workflows. */
export const ticketUpdatedInBulk = (
  ticket: Ticket,
  changed: readonly string[],
  headers: Record<string, string>,
): EventRow => ticketEvent(ticket, headers, 'updated', { changed, bulk: true });

/** `tickets.v1.ticket.deleted`, with the ticket as it was. */
export const ticketDeleted = (ticket: Ticket, headers: Record<string, string>): EventRow =>
  ticketEvent(ticket, headers, 'deleted');

/** `tickets.v1.ticket.sla_breached`, shaped as an update. */
export const slaBreached = (ticket: Ticket, headers: Record<string, string>): EventRow =>
  ticketEvent(ticket, headers, 'sla_breached', { changed: ['slaBreached'] });
