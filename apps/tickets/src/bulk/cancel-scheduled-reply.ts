import { projectScope } from '@parley/auth';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CancelScheduledReplyRequest,
  CancelScheduledReplyResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { Deps } from '../deps';
import { ticketNotFound, existingTickets } from '../core';
import { replyAlreadySent, scheduledReplyNotFound } from './bulk.errors';
import { presentScheduledReply } from './scheduled-reply.present';
import { cancelScheduled, getScheduled } from './scheduled-reply.store';

/** Cancels a scheduled reply until it fires. One that failed is cancelled too, so that no retry of its batch sends it. */
export const cancelScheduledReply = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId, scheduledReplyId }: CancelScheduledReplyRequest,
  context: CallContext,
): Promise<CancelScheduledReplyResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw ticketNotFound();
  if (!isId(scheduledReplyId)) throw scheduledReplyNotFound();
  const cancelled = await cancelScheduled(db, projectId, ticketId, scheduledReplyId);
  if (cancelled) return { reply: presentScheduledReply(cancelled) };
  if (await getScheduled(db, projectId, ticketId, scheduledReplyId)) throw replyAlreadySent();
  const isKnown = (await existingTickets(db, projectId, [ticketId])).has(ticketId);
  throw isKnown ? scheduledReplyNotFound() : ticketNotFound();
};
