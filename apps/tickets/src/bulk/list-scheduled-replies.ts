import { projectScope } from '@parley/auth';
import { compilePage, isId } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type ListScheduledRepliesRequest,
  type ListScheduledRepliesResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { type Deps } from '../deps';
import { ticketNotFound } from '../tickets/ticket.errors';
import { existingTickets } from '../tickets/ticket.store';
import { presentScheduledReply } from './scheduled-reply.present';
import { findScheduled } from './scheduled-reply.store';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

/** Scheduled replies of a ticket, newest first. */
export const listScheduledReplies = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId, skip, limit }: ListScheduledRepliesRequest,
  context: CallContext,
): Promise<ListScheduledRepliesResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  if (!isId(ticketId) || !(await existingTickets(db, projectId, [ticketId])).has(ticketId)) {
    throw ticketNotFound();
  }
  const rows = await findScheduled(db, projectId, ticketId, page);
  return { replies: rows.map(presentScheduledReply) };
};
