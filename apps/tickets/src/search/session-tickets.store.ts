import type { Sql } from '@parley/persistence';
import {
  type TicketDocumentView,
  type TicketView,
  countTickets,
  findTickets,
  LISTED,
  type TicketQuery,
  SEARCHABLE,
} from '../core';

const ofContacts = (
  projectId: string,
  contactIds: readonly string[],
  condition: string,
  limit: number,
): TicketQuery => ({
  where: `t.session_id = ANY ($2::text[]) AND ${condition}`,
  params: [projectId, contactIds],
  orderBy: 't.id DESC',
  skip: 0,
  limit,
});

/** The newest tickets of contacts that search finds. */
export const findSearchable = (
  sql: Sql,
  projectId: string,
  contactIds: readonly string[],
  limit: number,
  view: TicketDocumentView,
): Promise<TicketView[]> => findTickets(sql, ofContacts(projectId, contactIds, SEARCHABLE, limit), view);

/** The newest tickets of contacts that lists show, and how many there are in all. */
export const findListed = async (
  sql: Sql,
  projectId: string,
  contactIds: readonly string[],
  limit: number,
  view: TicketDocumentView,
): Promise<{ rows: TicketView[]; total: number }> => {
  const query = ofContacts(projectId, contactIds, LISTED, limit);
  const rows = await findTickets(sql, query, view);
  return { rows, total: rows.length < limit ? rows.length : await countTickets(sql, query) };
};
