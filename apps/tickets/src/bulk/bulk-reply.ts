import { projectScope } from '@parley/auth';
import { invalid, notFound, timeout, unavailable } from '@parley/errors';
import { addJob } from '@parley/jobs';
import { isConnectionFailure, newId, runTransaction } from '@parley/persistence';
import { isEmptyRichText, normalizeRichText } from '@parley/rich-text';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  BulkReplyToTicketsRequest,
  BulkReplyToTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { repliesJob } from '../core';
import type { Deps } from '../deps';
import { type MessageContent, readMessage } from '../messages';
import {
  findHandled,
  insertText,
  lockForReply,
  recordSent,
  scheduleReplies,
  statusInBatch,
} from './bulk-reply.store';
import { invalidSelection, TICKET_MERGED } from './bulk.errors';
import { selectTickets } from './select-tickets';
import { type BatchReply, writeReplies } from './write-reply';

/** Most tickets that are replied to at once. Source: service document, Limits. */
export const MAX_INLINE = 30;
/** Most tickets of a bulk reply. Source: service document, Limits. */
export const MAX_TICKETS = 500;

/** Most milliseconds until a reply is sent: a year. */
const MAX_DELAY_MS = 366 * 86_400_000;

/**
 * The time for which a caller schedules replies, if it names one.
 *
 * @throws DomainError `invalid` when it is past, or more than a year away.
 */
const readSendAt = (sendAt: string | undefined, now: Date): Date | undefined => {
  if (sendAt === undefined) return undefined;
  const at = new Date(sendAt);
  const delay = at.getTime() - now.getTime();
  if (delay <= 0 || delay > MAX_DELAY_MS)
    throw invalid({ field: 'sendAt', message: 'must be in the future, at most a year from now' });
  return at;
};

const readComment = async (comment: unknown): Promise<MessageContent> => {
  const document = comment === undefined || comment === null ? null : normalizeRichText(comment, 'comment');
  if (!document || isEmptyRichText(document)) throw invalid({ field: 'comment', message: 'is required' });
  return readMessage({ comment: document });
};

type Counts = Pick<BulkReplyToTicketsResponse, 'sent' | 'scheduled' | 'deduplicated' | 'failed' | 'failures'>;

/** What became of a ticket: its reply was sent, had been before, or why there is none. */
type Outcome = { sent: boolean; isMailed: boolean } | { code: string };

/** Code of a ticket that the batch cannot reply to. */
const toRefusal = (ticket: { isMerged: boolean } | undefined): string =>
  ticket?.isMerged ? TICKET_MERGED : notFound('ticket').reason.toLowerCase();

const replyNow = (deps: Deps, batch: BatchReply, ticketId: string): Promise<Outcome> =>
  runTransaction(deps.db, async (tx): Promise<Outcome> => {
    const { projectId } = batch.origin.scope;
    const key = { projectId, batchId: batch.batchId, ticketId };
    const ticket = await lockForReply(tx, projectId, ticketId);
    const status = ticket && (await statusInBatch(tx, key));
    if (status !== undefined && status !== 'failed') return { sent: false, isMailed: false };
    if (!ticket || ticket.isMerged) return { code: toRefusal(ticket) };
    const [written] = await writeReplies(deps, tx, batch, [ticketId]);
    if (!written) throw new Error(`The ticket ${ticketId} took no reply`);
    await recordSent(tx, key, { id: newId(), messageId: written.messageId, now: deps.clock() });
    return { sent: written.isNew, isMailed: written.isMailed };
  });

/**
 * Whether failures are answered by an error instead of a list of tickets. If the database was away, no ticket is to blame. The
 * answer to an idempotency key would also be remembered, and a repetition would send nothing.
 */
const isOutage = (faults: readonly unknown[], tickets: number, { idempotencyKey }: CallContext): boolean => {
  const away = faults.filter(isConnectionFailure).length;
  return away > 0 && (away === tickets || idempotencyKey !== undefined);
};

/** One transaction per ticket: after any interruption a retry of the batch finds the sent replies and sends the others. */
const replyToEach = async (
  deps: Deps,
  context: CallContext,
  batch: BatchReply,
  ticketIds: readonly string[],
): Promise<Counts> => {
  const counts: Counts = { sent: 0, scheduled: 0, deduplicated: 0, failed: 0, failures: [] };
  const faults: unknown[] = [];
  for (const ticketId of ticketIds) {
    if (context.signal.aborted)
      throw timeout('Not every ticket was replied to in time. Send the batch again.');
    try {
      const outcome = await replyNow(deps, batch, ticketId);
      if ('code' in outcome) counts.failures.push({ ticketId, code: outcome.code });
      else counts[outcome.sent ? 'sent' : 'deduplicated'] += 1;
      if ('sent' in outcome && outcome.isMailed) deps.jobs.wake();
      if ('sent' in outcome && outcome.sent) deps.wakeEvents();
    } catch (error) {
      deps.log.error({ err: error, ticketId, batchId: batch.batchId }, 'A reply of a batch was not written');
      counts.failures.push({ ticketId, code: isConnectionFailure(error) ? 'unavailable' : 'internal_error' });
      faults.push(error);
    }
  }
  if (isOutage(faults, ticketIds.length, context))
    throw unavailable('Not every ticket was replied to. Send the batch again: it goes on where it stopped.');
  return { ...counts, failed: counts.failures.length };
};

const schedule = (
  deps: Deps,
  context: CallContext,
  { batchId, content, origin }: BatchReply,
  ticketIds: readonly string[],
  sendAt: Date | undefined,
): Promise<Counts> =>
  runTransaction(deps.db, async (tx) => {
    const { projectId, organisationId, actor } = origin.scope;
    const now = deps.clock();
    const textId = newId();
    const fireAt = sendAt ?? new Date(now.getTime() + deps.scheduledReplyDelaySeconds * 1_000);
    const scheduled = await scheduleReplies(tx, {
      projectId,
      batchId,
      ticketIds,
      ids: ticketIds.map(() => newId()),
      textId,
      fireAt,
      now,
    });
    if (scheduled > 0) {
      const whose = { organisationId, actor, author: origin.author ?? null };
      const text = { projectId, id: textId, comment: content.content, headers: eventHeaders(context) };
      await insertText(tx, { ...text, ...whose }, now);
    }
    const handled = await findHandled(tx, projectId, batchId, ticketIds);
    const failures = handled.flatMap(({ ticketId, isHandled, isMerged }) =>
      isHandled ? [] : [{ ticketId, code: toRefusal({ isMerged }) }],
    );
    if (scheduled > 0) await addJob(tx, repliesJob, {}, { projectId, key: textId, now, at: fireAt });
    return {
      sent: 0,
      scheduled,
      deduplicated: ticketIds.length - failures.length - scheduled,
      failed: failures.length,
      failures,
    };
  });

/** Sends the same public reply to many tickets: at once to up to 30, as scheduled replies to up to 500 or at a time that is named. */
export const bulkReplyToTickets = async (
  deps: Deps,
  { selection, comment, batchId: sentId, sendAt: askedFor }: BulkReplyToTicketsRequest,
  context: CallContext,
): Promise<BulkReplyToTicketsResponse> => {
  const scope = projectScope(context.scope);
  // A request without a batch uses its idempotency key as one, so that its repetition finds the sent replies.
  const batchId = sentId ?? context.idempotencyKey ?? newId();
  const sendAt = readSendAt(askedFor, deps.clock());
  const content = await readComment(comment);
  const ticketIds = await selectTickets(deps.db, scope.projectId, selection, MAX_TICKETS);
  if (ticketIds.length === 0) throw invalidSelection('The lane has no ticket.');
  const author = await deps.references.author(context, scope);
  const batch: BatchReply = { batchId, content, origin: { scope, context, author } };
  const isInline = ticketIds.length <= MAX_INLINE && sendAt === undefined;
  const counts = isInline
    ? await replyToEach(deps, context, batch, ticketIds)
    : await schedule(deps, context, batch, ticketIds, sendAt);
  return { batchId, mode: isInline ? 'inline' : 'scheduled', total: ticketIds.length, ...counts };
};
