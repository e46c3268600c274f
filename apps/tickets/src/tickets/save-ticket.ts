import { type Sql } from '@parley/persistence';
import { markDirty } from '@parley/search';
import { appendRows } from '../events/event.store';
import { type HistoryActor } from '../history/history';
import { appendHistory } from '../history/history.store';
import { type TicketView } from './ticket';
import { type TicketChanges } from './ticket.changes';
import { ticketUpdated } from './ticket.events';
import { presentTicket } from './ticket.present';
import { TICKET_INDEX } from './ticket.search';
import { getTicket, updateTicket } from './ticket.store';

/** Who changes a ticket, when, and what travels with the event. */
export interface ChangeOrigin {
  actor: HistoryActor;
  now: Date;
  headers: Record<string, string>;
}

/**
 * Writes the changes of a locked ticket with history, event and search mark, in the caller's transaction. Answers the
 * ticket after it; without changes nothing is written.
 */
export const saveTicket = async (
  tx: Sql,
  row: TicketView,
  { columns, changed, history }: TicketChanges,
  { actor, now, headers }: ChangeOrigin,
): Promise<TicketView> => {
  if (changed.length === 0) return row;
  const { projectId, id } = row;
  await updateTicket(tx, projectId, id, { ...columns, updatedAt: now, lastActivity: now });
  await appendHistory(tx, projectId, [{ ticketId: id, at: now, actor, entries: history }]);
  const after = await getTicket(tx, projectId, id);
  if (!after) throw new Error(`The locked ticket ${id} is gone`);
  await appendRows(tx, [ticketUpdated(presentTicket(after), changed, headers)]);
  await markDirty(tx, TICKET_INDEX, projectId, [after.duplicateOfId ?? id]);
  return after;
};
