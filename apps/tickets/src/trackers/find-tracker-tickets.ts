import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  FindTrackerTicketsRequest,
  FindTrackerTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tracker_tickets_service';
import type { Deps } from '../deps';
import { presentTicket } from '../core';
import { findTrackers } from './tracker.store';

/** Tracker tickets, newest first unless asked for another order. */
export const findTrackerTickets = async (
  { db }: Pick<Deps, 'db'>,
  { searchTerm, page = 1, ...query }: FindTrackerTicketsRequest,
  context: CallContext,
): Promise<FindTrackerTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  if (page < 1) throw invalidQuery('page', 'Pages are counted from 1.');
  const text = searchTerm?.trim() || undefined;
  const rows = await findTrackers(db, projectId, page, { ...query, text });
  return { tickets: rows.map(presentTicket) };
};
