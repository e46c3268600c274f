import { notFound } from '@parley/errors';
import { isId, type Sql } from '@parley/persistence';
import { existingTickets } from '../core';

/** 404 `ticket_not_found` unless the project has the ticket. */
export const requireTicket = async (sql: Sql, projectId: string, id: string): Promise<void> => {
  const found = isId(id) ? await existingTickets(sql, projectId, [id]) : new Set<string>();
  if (!found.has(id)) throw notFound('ticket');
};
