import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListScheduledRepliesRequest,
  ListScheduledRepliesResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { Deps } from '../deps';
import { existingTickets } from '../core';
import { presentScheduledReply } from './scheduled-reply.present';
import { findScheduled } from './scheduled-reply.store';

/** Scheduled replies of a ticket, newest first unless asked for another order. */
export const listScheduledReplies = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId, ...query }: ListScheduledRepliesRequest,
  context: CallContext,
): Promise<ListScheduledRepliesResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId) || !(await existingTickets(db, projectId, [ticketId])).has(ticketId)) {
    throw notFound('ticket');
  }
  const rows = await findScheduled(db, projectId, ticketId, query);
  return { replies: rows.map(presentScheduledReply) };
};
