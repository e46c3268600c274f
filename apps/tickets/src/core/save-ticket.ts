import type { Sql } from '@parley/persistence';
import type { HistoryActor } from './history';
import { followTickets, isSeen } from './tell-contacts';
import { historyRows } from './history.store';
import type { TicketView } from './ticket';
import type { TicketChanges } from './ticket.changes';
import { ticketUpdated } from './ticket.events';
import { writeTicket } from './ticket.store';

/** Who changes a ticket, when, and what travels with the event. */
export interface ChangeOrigin {
  actor: HistoryActor;
  now: Date;
  headers: Record<string, string>;
  /** Whether the change is none that brings a ticket to the top of an inbox. */
  keepsActivity?: boolean;
}

/**
 * Writes the changes of a locked ticket with history, event and search queue, in the caller's transaction, and emits the
 * contact's view of them. Answers the ticket after it; without changes nothing is written.
 *
 * @param shown Copies of contacts, users or teams that the change newly refers to.
 */
export const saveTicket = async (
  tx: Sql,
  row: TicketView,
  { columns, changed, history }: TicketChanges,
  { actor, now, headers, keepsActivity }: ChangeOrigin,
  shown: Partial<TicketView> = {},
): Promise<TicketView> => {
  // The attributes visible to the contact are no field of the ticket.
  if (changed.length === 0 && columns.visibleAttributes === undefined) return row;
  const { projectId, id } = row;
  const isChangeForContact = isSeen({ before: row, after: { ...row, ...columns } });
  const written = {
    ...columns,
    updatedAt: now,
    ...(!keepsActivity && { lastActivity: now }),
    ...(isChangeForContact && { contactUpdatedAt: now }),
  };
  const after = { ...row, ...shown, ...written };
  const rows = historyRows({ projectId, ticketId: id, at: now, actor, entries: history });
  await writeTicket(tx, row, {
    columns: written,
    history: rows,
    events: changed.length > 0 ? [ticketUpdated(after, { changed, history: rows }, headers)] : [],
  });
  await followTickets(tx, projectId, [{ before: row, after }], headers);
  return after;
};
