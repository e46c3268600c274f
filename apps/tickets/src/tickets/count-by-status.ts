import { projectScope } from '@parley/auth';
import { compileFilter } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CountTicketsByStatusRequest,
  CountTicketsByStatusResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { Deps } from '../deps';
import { isCounted } from './list-tickets';
import { ticketFields } from './ticket.fields';
import { countByStatus, keptCountByStatus, LISTED } from '../core';

/** Every status that has listed tickets; a filter on the status itself is ignored. */
export const countTicketsByStatus = async (
  { db }: Pick<Deps, 'db'>,
  request: CountTicketsByStatusRequest,
  context: CallContext,
): Promise<CountTicketsByStatusResponse> => {
  const { projectId } = projectScope(context.scope);
  const filter = request.filter.filter(({ field }) => field !== 'status');
  const params: unknown[] = [projectId];
  const matches = compileFilter(filter, ticketFields, params);
  const counts = isCounted(filter)
    ? await keptCountByStatus(db, { where: matches, params })
    : await countByStatus(db, { where: `${LISTED} AND ${matches}`, params });
  return { counts: counts.map(({ status, count }) => ({ _id: status, count })) };
};
