import { projectScope } from '@parley/auth';
import { invalid, timeout } from '@parley/errors';
import { isConnectionFailure, newId, runTransaction } from '@parley/persistence';
import { isEmptyRichText, normalizeRichText } from '@parley/rich-text';
import { type CallContext } from '@parley/rpc';
import {
  type BulkReplyToTicketsRequest,
  type BulkReplyToTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { type Deps } from '../deps';
import { type MessageContent, readMessage } from '../messages/message.input';
import { eventHeaders } from '../tickets/ticket.events';
import {
  countHandled,
  insertText,
  lockForReply,
  recordSent,
  scheduleReplies,
  statusInBatch,
} from './bulk-reply.store';
import { invalidSelection } from './bulk.errors';
import { selectTickets } from './select-tickets';
import { type BatchReply, writeReplies } from './write-reply';

/** Most tickets that are replied to at once. Source: service document, Limits. */
export const MAX_INLINE = 30;
/** Most tickets of a bulk reply. Source: service document, Limits. */
export const MAX_TICKETS = 500;

const readComment = (comment: unknown): MessageContent => {
  const document = comment === undefined || comment === null ? null : normalizeRichText(comment, 'comment');
  if (!document || isEmptyRichText(document)) throw invalid({ field: 'comment', message: 'is required' });
  return readMessage({ comment: document });
};

type Counts = Pick<BulkReplyToTicketsResponse, 'sent' | 'scheduled' | 'deduplicated' | 'failed'>;

const replyNow = (deps: Deps, batch: BatchReply, ticketId: string) =>
  runTransaction(deps.db, async (tx): Promise<{ outcome: keyof Counts; isMailed: boolean }> => {
    const { projectId } = batch.origin.scope;
    const key = { projectId, batchId: batch.batchId, ticketId };
    const ticket = await lockForReply(tx, projectId, ticketId);
    const status = ticket && (await statusInBatch(tx, key));
    if (status !== undefined && status !== 'failed') return { outcome: 'deduplicated', isMailed: false };
    if (!ticket || ticket.isMerged) return { outcome: 'failed', isMailed: false };
    const [written] = await writeReplies(deps, tx, batch, [ticketId]);
    if (!written) throw new Error(`The ticket ${ticketId} took no reply`);
    await recordSent(tx, key, { id: newId(), messageId: written.messageId, now: deps.clock() });
    return { outcome: written.isNew ? 'sent' : 'deduplicated', isMailed: written.isMailed };
  });

/** One transaction per ticket: whatever ends the call, a retry of the batch finds what was sent and sends the rest. */
const replyToEach = async (
  deps: Deps,
  context: CallContext,
  batch: BatchReply,
  ticketIds: readonly string[],
): Promise<Counts> => {
  const counts: Counts = { sent: 0, scheduled: 0, deduplicated: 0, failed: 0 };
  const faults: unknown[] = [];
  for (const ticketId of ticketIds) {
    if (context.signal.aborted)
      throw timeout('Not every ticket was replied to in time. Send the batch again.');
    try {
      const { outcome, isMailed } = await replyNow(deps, batch, ticketId);
      counts[outcome] += 1;
      if (isMailed) deps.wakeMail();
      if (outcome === 'sent') deps.wakeEvents();
    } catch (error) {
      deps.log.error({ err: error, ticketId, batchId: batch.batchId }, 'A reply of a batch was not written');
      counts.failed += 1;
      faults.push(error);
    }
  }
  // The database is away: no ticket is to blame.
  if (faults.length === ticketIds.length && faults.every(isConnectionFailure)) throw faults[0];
  return counts;
};

const schedule = (
  deps: Deps,
  context: CallContext,
  { batchId, content, origin }: BatchReply,
  ticketIds: readonly string[],
): Promise<Counts> =>
  runTransaction(deps.db, async (tx) => {
    const { projectId, organisationId, actor } = origin.scope;
    const now = deps.clock();
    const textId = newId();
    const scheduled = await scheduleReplies(tx, {
      projectId,
      batchId,
      ticketIds,
      ids: ticketIds.map(() => newId()),
      textId,
      fireAt: new Date(now.getTime() + deps.scheduledReplyDelaySeconds * 1_000),
      now,
    });
    if (scheduled > 0) {
      const whose = { organisationId, actor, author: origin.author ?? null };
      const text = { projectId, id: textId, comment: content.content, headers: eventHeaders(context) };
      await insertText(tx, { ...text, ...whose }, now);
    }
    const handled = await countHandled(tx, projectId, batchId, ticketIds);
    return {
      sent: 0,
      scheduled,
      deduplicated: handled - scheduled,
      failed: ticketIds.length - handled,
    };
  });

/** Sends the same public reply to many tickets: at once to up to 30, as scheduled replies to up to 500. */
export const bulkReplyToTickets = async (
  deps: Deps,
  { selection, comment, batchId: sentId }: BulkReplyToTicketsRequest,
  context: CallContext,
): Promise<BulkReplyToTicketsResponse> => {
  const scope = projectScope(context.scope);
  // Without a batch of its own a request with an idempotency key is one, so that its repetition finds what was sent.
  const batchId = sentId ?? context.idempotencyKey ?? newId();
  const content = readComment(comment);
  const ticketIds = await selectTickets(deps.db, scope.projectId, selection, MAX_TICKETS);
  if (ticketIds.length === 0) throw invalidSelection('The lane has no ticket.');
  const author = await deps.references.author(context, scope);
  const batch: BatchReply = { batchId, content, origin: { scope, context, author } };
  const isInline = ticketIds.length <= MAX_INLINE;
  const counts = isInline
    ? await replyToEach(deps, context, batch, ticketIds)
    : await schedule(deps, context, batch, ticketIds);
  return { batchId, mode: isInline ? 'inline' : 'scheduled', total: ticketIds.length, ...counts };
};
