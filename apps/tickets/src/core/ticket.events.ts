import { type EventRow, eventRow, type NewEvent } from '@parley/events';
import type { OpenedConversation } from '@parley/proto/generated/parley/tickets/v1/events';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { SlaClock } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import { deriveBirth, changesTold, toFacts } from './ticket-history';
import type { HistoryRow } from './history.store';
import { extraFields, logFields, type TicketView } from './ticket';
import { presentTicket } from './ticket.present';

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
 * An event with a ticket. A ticket over the size limit of an event is sent without its largest free fields; consumers that need
 * them read the ticket.
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

/** A ticket in an event. Consumers keep it until its requester is deleted, so that it names other participants by their ids alone. */
const presentForEvent = (row: TicketView): Ticket => {
  const ticket = presentTicket(row);
  return {
    ...ticket,
    participants: ticket.participants.map(({ id, role, ...known }) =>
      role === 'cc' ? { id, role, name: undefined, email: undefined } : { id, role, ...known },
    ),
  };
};

/** `tickets.v1.ticket.created`. */
export const ticketCreated = (
  row: TicketView,
  headers: Record<string, string>,
  opened?: OpenedConversation,
): EventRow =>
  ticketEvent(presentForEvent(row), headers, 'created', {
    history: {
      ticketId: row.id,
      facts: toFacts(row),
      updatedAt: row.updatedAt.toISOString(),
      birth: deriveBirth(row),
    },
    ...(opened && { opened }),
  });

/** The content of an update event. */
export interface TicketUpdate {
  /** Public names of what changed. */
  changed: readonly string[];
  /** The rows of the history that were written with it. */
  history?: readonly HistoryRow[];
  /** Whether it runs no workflows. */
  bulk?: true;
}

/** `tickets.v1.ticket.updated`, with the ticket after the change. The statement that writes it fills in the revision. */
export const ticketUpdated = (
  row: TicketView,
  { changed, history = [], bulk }: TicketUpdate,
  headers: Record<string, string>,
): EventRow =>
  ticketEvent(presentForEvent(row), headers, 'updated', {
    changed,
    ...(bulk && { bulk }),
    history: {
      ticketId: row.id,
      facts: toFacts(row),
      updatedAt: row.updatedAt.toISOString(),
      changes: changesTold(history),
    },
  });

/** `tickets.v1.ticket.deleted`, with the ticket as it was and the tickets merged into it. */
export const ticketDeleted = (
  row: TicketView,
  mergedIds: readonly string[],
  headers: Record<string, string>,
): EventRow =>
  ticketEvent(presentForEvent(row), headers, 'deleted', mergedIds.length > 0 ? { mergedIds } : {});

/** `tickets.v1.ticket.sla_breached`, shaped as an update, with the clock. */
export const slaBreached = (
  row: TicketView,
  clock: SlaClock | undefined,
  headers: Record<string, string>,
): EventRow =>
  ticketEvent(presentForEvent(row), headers, 'sla_breached', {
    changed: ['slaBreached'],
    history: {
      ticketId: row.id,
      facts: toFacts(row),
      updatedAt: row.updatedAt.toISOString(),
      clocks: clock ? [clock] : [],
    },
  });
