import { compileFilter, compileSort, type Sql } from '@parley/persistence';
import type { TicketSelection } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { listedWhere, ticketFields, ticketSortable } from '../tickets';
import { findTicketIds } from '../core';
import { invalidSelection } from './bulk.errors';
import { readLaneQuery } from './lane-query';

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

const idsOfLane = async (
  sql: Sql,
  projectId: string,
  { query = {}, sort, limit }: TicketSelection,
  max: number,
): Promise<string[]> => {
  const { flags, filter } = readLaneQuery(query);
  const orderBy = compileSort(sort, ticketSortable, '-createdAt', ticketFields);
  const params: unknown[] = [projectId];
  const where = `${listedWhere(flags)} AND ${compileFilter(filter, ticketFields, params)}`;
  const ids = await findTicketIds(sql, {
    where,
    params,
    orderBy,
    skip: 0,
    limit: Math.min(limit ?? Infinity, max + 1),
  });
  if (ids.length <= max) return ids;
  throw invalidSelection(`The lane has more than ${max} tickets. Narrow its query or give a limit.`);
};

/**
 * The ids that a selection names, each once: ids as they were sent, whether they exist or not, or the tickets of a lane
 * in its order.
 *
 * @param max Most ids, counted before `limit`, and most tickets of a lane, counted after it.
 * @throws DomainError `invalid_selection` for more than `max` and for a selection that can name no ticket.
 */
export const selectTickets = async (
  sql: Sql,
  projectId: string,
  selection: TicketSelection | undefined,
  max: number,
): Promise<string[]> => {
  const { ids, query, limit } = selection ?? { ids: [], query: undefined, limit: undefined };
  if (limit === 0 || (ids.length === 0 && query === undefined)) {
    throw invalidSelection('The selection names no ticket. Give ids, or the query of a lane.');
  }
  if (query === undefined) {
    const named = unique(ids);
    if (named.length > max) throw invalidSelection(`At most ${max} ids are possible.`);
    return named.slice(0, limit);
  }
  if (ids.length > 0) throw invalidSelection('Give either ids or the query of a lane.');
  return idsOfLane(sql, projectId, selection as TicketSelection, max);
};
