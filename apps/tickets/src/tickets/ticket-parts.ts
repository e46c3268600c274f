import type { Sql } from '@parley/persistence';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  findSearchableTickets,
  findTickets,
  findUnread,
  type TicketDocumentView,
  type TicketQuery,
  type TicketView,
} from '../core';
import type { Found } from './ticket-texts';

/** Who asks, and for what. */
export interface PartsFor {
  view: TicketDocumentView;
  /** The person, with readings of its own; null for others. */
  userId: string | null;
}

const present = async (
  sql: Sql,
  rows: readonly TicketView[],
  { view, userId }: PartsFor,
): Promise<Ticket[]> => {
  const parts = rows.map(view.present);
  if (userId === null || !view.shows('unreadForMe')) return parts;
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))];
  const ids = rows.map(({ id }) => id);
  const unread = await findUnread(sql, projectIds, ids, userId);
  rows.forEach(({ id }, at) => Object.assign(parts[at] as Ticket, { unreadForMe: unread.has(id) }));
  return parts;
};

/** A page of a list with chosen fields of its tickets, as JSON text. */
export const writeListedParts = async (
  sql: Sql,
  query: TicketQuery,
  chosen: PartsFor,
): Promise<{ text: string; count: number }> => {
  const parts = await present(sql, await findTickets(sql, query, chosen.view), chosen);
  return { text: JSON.stringify(parts), count: parts.length };
};

/** Which hits a search keeps, and how many. */
export interface Kept {
  isWanted?: ((row: Pick<TicketView, 'type' | 'status'>) => boolean) | undefined;
  most: number;
}

/** The hits that search shows, in their order, with chosen fields of their tickets, as JSON text. */
export const writeFoundParts = async (
  sql: Sql,
  projectId: string,
  found: readonly Found[],
  { isWanted = () => true, most }: Kept,
  { withHighlight, ...chosen }: PartsFor & { withHighlight: boolean },
): Promise<string> => {
  const ids = found.map(({ id }) => id);
  const rows = ids.length > 0 ? await findSearchableTickets(sql, projectId, ids, chosen.view) : [];
  const byId = new Map(rows.filter(isWanted).map((row) => [row.id, row]));
  const best = found.filter(({ id }) => byId.has(id)).slice(0, most);
  const shown = best.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row ? [{ ...row, score }] : [];
  });
  const parts = await present(sql, shown, chosen);
  const hits = parts.map((part, at) => (withHighlight ? { ...part, highlight: best[at]?.highlight } : part));
  return JSON.stringify(hits);
};
