import { projectScope } from '@parley/auth';
import { conflict, notFound } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  CancelScheduledReplyRequest,
  CancelScheduledReplyResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { Deps } from '../deps';
import { existingTickets, hastenReplies } from '../core';
import { presentScheduledReply } from './scheduled-reply.present';
import { cancelScheduled, getScheduled } from './scheduled-reply.store';

/** Cancels a scheduled reply until it fires. One that failed is cancelled too, so that no retry of its batch sends it. */
export const cancelScheduledReply = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId, scheduledReplyId }: CancelScheduledReplyRequest,
  context: CallContext,
): Promise<CancelScheduledReplyResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!isId(ticketId)) throw notFound('ticket');
  if (!isId(scheduledReplyId)) throw notFound('scheduled_reply');
  const cancelled = await runTransaction(db, async (tx) => {
    await hastenReplies(tx, projectId, [ticketId]);
    return cancelScheduled(tx, projectId, ticketId, scheduledReplyId);
  });
  if (cancelled) return { reply: presentScheduledReply(cancelled) };
  if (await getScheduled(db, projectId, ticketId, scheduledReplyId)) throw conflict('REPLY_ALREADY_SENT');
  const isKnown = (await existingTickets(db, projectId, [ticketId])).has(ticketId);
  throw isKnown ? notFound('scheduled_reply') : notFound('ticket');
};
