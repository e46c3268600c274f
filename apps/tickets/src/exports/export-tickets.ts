import { projectScope } from '@parley/auth';
import { compileFilter, compilePage, compileSort, inOrder } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ExportTicketsRequest,
  ExportTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import type { Deps } from '../deps';
import { ticketFields, ticketSortable } from '../tickets';
import { presentTicket, getTickets } from '../core';
import { cutBatches } from './batches';
import { findDocuments } from './export.store';
import { exportExclusions } from './selection';

/** Most tickets of one export, and how many it has when no limit is named. */
export const MAX_EXPORTED = 25_000;

/**
 * The project's tickets in parts. Which tickets they are is settled at the beginning; only their ids stay in memory, and
 * no connection is kept while the client reads.
 */
export async function* exportTickets(
  { db }: Pick<Deps, 'db'>,
  request: ExportTicketsRequest,
  context: CallContext,
): AsyncGenerator<ExportTicketsResponse> {
  const { projectId } = projectScope(context.scope);
  const { filter, skip, limit, sort } = request;
  const page = compilePage({ skip, limit }, { default: MAX_EXPORTED, max: MAX_EXPORTED });
  const orderBy = compileSort(sort, ticketSortable, '-createdAt', ticketFields);
  const params: unknown[] = [projectId];
  const where = `${exportExclusions(request)} AND ${compileFilter(filter, ticketFields, params)}`;
  const tickets = await findDocuments(db, { where, params, orderBy, ...page });
  for (const ids of cutBatches(tickets)) {
    const rows = await getTickets(db, projectId, ids);
    yield { tickets: inOrder(ids, rows).map(presentTicket) };
  }
}
