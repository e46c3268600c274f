import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  ReadTicketRequest,
  ReadTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import type { CallContext } from '@parley/rpc';
import { personId } from '../caller-id';
import { presentTicket, saveRead, saveUnread } from '../core';
import type { Deps } from '../deps';
import { requireTicket, updateTicket } from '../tickets';

/**
 * Marks a ticket as read or unread for the calling person. Reading clears the mark of the team, too, if it is set: only then is the
 * ticket changed. A service account sets that mark only.
 */
export const readTicket = async (
  deps: Deps,
  { ticketId, read = true }: ReadTicketRequest,
  context: CallContext,
): Promise<ReadTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  const userId = personId(context);
  await requireTicket(deps.db, projectId, ticketId);
  if (userId !== null) await (read ? saveRead : saveUnread)(deps.db, { projectId, ticketId, userId });
  const row = await deps.reads.read({ projectId, id: ticketId, userId });
  if (!row) throw notFound('ticket');
  const notificationsUnread = userId !== null && !read ? row.notificationsUnread : !read;
  if (notificationsUnread === row.notificationsUnread) return { ticket: presentTicket(row) };
  return updateTicket(deps, { ticketId, ticket: { notificationsUnread }, nulls: [] }, context);
};
