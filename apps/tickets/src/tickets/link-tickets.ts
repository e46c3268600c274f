import type { Sql } from '@parley/persistence';
import {
  type TicketRow,
  type TicketView,
  getTicket,
  linkedTicketGone,
  ticketUpdated,
  lockTicket,
  lockTickets,
  writeTicket,
} from '../core';

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

/**
 * Locks a ticket, and where its links are to become `linked`, with it those that a link leads to before or after: they are written
 * too. All in the order of ids, so that tickets that are linked crosswise at the same time never wait for each other.
 */
export const lockWithLinks = async (
  tx: Sql,
  projectId: string,
  id: string,
  linked: readonly string[] | undefined,
): Promise<TicketView | undefined> => {
  if (!linked) return lockTicket(tx, projectId, id);
  const before = await getTicket(tx, projectId, id);
  const rows = await lockTickets(tx, projectId, [id, ...linked, ...(before?.linkedTicketIds ?? [])]);
  return rows.find((row) => row.id === id);
};
