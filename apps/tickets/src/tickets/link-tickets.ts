import type { Sql } from '@parley/persistence';
import { type TicketRow, linkedTicketGone, ticketUpdated, lockTickets, writeTicket } from '../core';

/** The links of a ticket before a change, and the time of the change. */
export interface LinkChange {
  before: readonly string[];
  now: Date;
}

/**
 * Writes the other direction of a ticket's links: added ones link back, removed ones do not any more. Each emits an event. Runs in
 * the transaction that writes the ticket itself.
 */
export const linkTickets = async (
  tx: Sql,
  headers: Record<string, string>,
  ticket: Pick<TicketRow, 'projectId' | 'id' | 'linkedTicketIds'>,
  { before, now }: LinkChange,
): Promise<void> => {
  const { projectId, id, linkedTicketIds: after } = ticket;
  const changed = [
    ...after.filter((other) => !before.includes(other)),
    ...before.filter((other) => !after.includes(other)),
  ];
  if (changed.length === 0) return;
  const others = await lockTickets(tx, projectId, changed);
  if (after.some((other) => changed.includes(other) && !others.some((found) => found.id === other))) {
    throw linkedTicketGone();
  }
  for (const other of others) {
    const without = other.linkedTicketIds.filter((linked) => linked !== id);
    const linkedTicketIds = after.includes(other.id) ? [...without, id] : without;
    const changes = { linkedTicketIds, updatedAt: now };
    const events = [ticketUpdated({ ...other, ...changes }, { changed: ['linkedTickets'] }, headers)];
    await writeTicket(tx, other, { columns: changes, history: [], events });
  }
};
