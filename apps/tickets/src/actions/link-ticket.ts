import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  LinkTicketRequest,
  LinkTicketResponse,
  UnlinkTicketRequest,
  UnlinkTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import type { CallContext } from '@parley/rpc';
import { existingTickets, linkedToItself, MAX_LINKS } from '../core';
import type { Deps } from '../deps';
import { changeLocked } from './change-locked';

const FIELD = 'targetTicketId';

/** Links a ticket to another one. Linked already, nothing changes. */
export const linkTicket = async (
  deps: Deps,
  { ticketId, targetTicketId }: LinkTicketRequest,
  context: CallContext,
): Promise<LinkTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  if (targetTicketId === ticketId) throw linkedToItself(FIELD);
  if (!(await existingTickets(deps.db, projectId, [targetTicketId])).has(targetTicketId))
    throw invalid({ field: FIELD, message: 'this project has no such ticket' });
  const ticket = await changeLocked(deps, context, ticketId, {
    linked: [targetTicketId],
    change: ({ linkedTicketIds }) => {
      if (linkedTicketIds.includes(targetTicketId)) return {};
      if (linkedTicketIds.length >= MAX_LINKS)
        throw invalid({ field: FIELD, message: `the ticket has ${MAX_LINKS} links, the most there can be` });
      return { linkedTicketIds: [...linkedTicketIds, targetTicketId] };
    },
  });
  return { ticket };
};

/** Takes a link away. Without one, nothing changes. */
export const unlinkTicket = async (
  deps: Deps,
  { ticketId, targetTicketId }: UnlinkTicketRequest,
  context: CallContext,
): Promise<UnlinkTicketResponse> => {
  const ticket = await changeLocked(deps, context, ticketId, {
    linked: [targetTicketId],
    change: ({ linkedTicketIds }) => ({
      linkedTicketIds: linkedTicketIds.filter((id) => id !== targetTicketId),
    }),
  });
  return { ticket };
};
