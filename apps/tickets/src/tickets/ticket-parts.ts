import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import {
  findSearchableTickets,
  findTickets,
  type IsUnread,
  type TicketDocumentView,
  type TicketQuery,
  type TicketView,
} from '../core';
import type { Deps } from '../deps';
import type { Found } from './ticket-texts';

/** Who asks, and for what. */
export interface PartsFor {
  view: TicketDocumentView;
  /** The person, with readings of its own; null for others. */
  userId: string | null;
}

const present = async (
  isUnread: IsUnread,
  rows: readonly TicketView[],
  { view, userId }: PartsFor,
): Promise<Ticket[]> => {
  const parts = rows.map(view.present);
  if (userId === null || !view.shows('unreadForMe')) return parts;
  const unread = await Promise.all(
    rows.map(({ projectId, id }) => isUnread({ projectId, ticketId: id, userId })),
  );
  return parts.map((part, at) => ({ ...part, unreadForMe: unread[at] }));
};

/** A page of a list with chosen fields of its tickets, as JSON text. */
export const writeListedParts = async (
  { db, isUnread }: Pick<Deps, 'db' | 'isUnread'>,
  query: TicketQuery,
  chosen: PartsFor,
): Promise<{ text: string; count: number }> => {
  const parts = await present(isUnread, await findTickets(db, query, chosen.view), chosen);
  return { text: JSON.stringify(parts), count: parts.length };
};

/** Which hits a search keeps, and how many. */
export interface Kept {
  isWanted?: ((row: Pick<TicketView, 'type' | 'status'>) => boolean) | undefined;
  most: number;
}

/** The hits that search shows, in their order, with chosen fields of their tickets, as JSON text. */
export const writeFoundParts = async (
  { db, isUnread }: Pick<Deps, 'db' | 'isUnread'>,
  projectId: string,
  found: readonly Found[],
  { isWanted = () => true, most }: Kept,
  { withHighlight, ...chosen }: PartsFor & { withHighlight: boolean },
): Promise<string> => {
  const ids = found.map(({ id }) => id);
  const rows = ids.length > 0 ? await findSearchableTickets(db, projectId, ids, chosen.view) : [];
  const byId = new Map(rows.filter(isWanted).map((row) => [row.id, row]));
  const best = found.filter(({ id }) => byId.has(id)).slice(0, most);
  const shown = best.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row ? [{ ...row, score }] : [];
  });
  const parts = await present(isUnread, shown, chosen);
  const hits = parts.map((part, at) => (withHighlight ? { ...part, highlight: best[at]?.highlight } : part));
  return JSON.stringify(hits);
};
