import { projectScope } from '@parley/auth';
import { compileFilter } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CountTicketsByStatusRequest,
  CountTicketsByStatusResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { personId } from '../caller-id';
import type { Deps } from '../deps';
import { isCounted, listedWhere, unreadWhere } from './list-tickets';
import { ticketFields } from './ticket.fields';
import { countByStatus, keptCountByStatus } from '../core';

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
  const isKept = isCounted(filter) && request.unreadForMe === undefined && !request.isSpam;
  const unread = unreadWhere(request.unreadForMe, personId(context), params);
  const counts = isKept
    ? await keptCountByStatus(db, { where: matches, params })
    : await countByStatus(db, {
        where: `${listedWhere({ isSpam: request.isSpam })} AND ${matches} AND ${unread}`,
        params,
      });
  return { counts: counts.map(({ status, count }) => ({ _id: status, count })) };
};
