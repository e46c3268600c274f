import { runTransaction } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { readMessage } from '../messages/message.input';
import { type BulkReplyText, lockForReply, recordSent } from './bulk-reply.store';
import {
  claimDue,
  type ClaimedReply,
  deleteSpentTexts,
  failScheduled,
  getText,
  lockPending,
  postpone,
  releaseExpired,
} from './scheduled-reply.store';
import { type BatchReply, writeReply } from './write-reply';

type FireDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'mailFrom' | 'wakeEvents' | 'wakeMail'>;

/** Replies that a worker takes at a time. */
const BATCH = 25;

/** Milliseconds a worker may take for them before another one does; many times of what they need. */
const LEASE = 15_000;

/** Longest pause between two attempts at a reply that cannot be written, in milliseconds. */
const MAX_PAUSE = 300_000;

/** Attempts at writing a reply, over more than an hour, before it fails. An attempt that a crash ended does not count. */
export const MAX_ATTEMPTS = 20;

const batchOf = (
  { organisationId, projectId, comment, actor, author, headers }: BulkReplyText,
  batchId: string,
): BatchReply => {
  const scope = { actor, projectId, organisationId };
  const context = { ...systemContext('scheduled replies', { projectId, ...headers }), scope };
  return {
    batchId,
    content: readMessage({ comment }),
    origin: { scope, context, author: author ?? undefined },
  };
};

/** Fires one reply in one transaction: message, mail, event and the record that it fired, or nothing. */
const fire = (deps: FireDeps, reply: ClaimedReply, batch: BatchReply) =>
  runTransaction(deps.db, async (tx): Promise<{ isMailed: boolean } | undefined> => {
    const { projectId, ticketId, id } = reply;
    const ticket = await lockForReply(tx, projectId, ticketId);
    // Without its ticket the reply is gone too.
    if (!ticket || !(await lockPending(tx, projectId, id))) return undefined;
    if (ticket.isMerged) {
      await failScheduled(tx, reply, 'ticket_merged');
      return undefined;
    }
    const { messageId, isMailed } = await writeReply(deps, tx, batch, ticketId);
    await recordSent(tx, reply, { id, messageId, now: deps.clock() });
    return { isMailed };
  });

const fail = async ({ db, log, clock }: FireDeps, reply: ClaimedReply, error: unknown): Promise<void> => {
  const { id, ticketId, batchId, attempts } = reply;
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  log.error(
    { err: error, scheduledReply: id, ticketId, batchId, isLast },
    'A scheduled reply was not written',
  );
  if (isLast) return failScheduled(db, reply, 'not_sent');
  await postpone(db, reply, new Date(clock().getTime() + Math.min(1_000 * 2 ** attempts, MAX_PAUSE)));
};

/** Fires replies whose time has come. Answers whether there may be more. */
export const fireScheduledReplies = async (deps: FireDeps): Promise<boolean> => {
  const now = deps.clock();
  const leaseUntil = new Date(now.getTime() + LEASE);
  const claimed = await claimDue(deps.db, { now, leaseUntil, limit: BATCH });
  const texts = new Map<string, BulkReplyText | undefined>();
  for (const reply of claimed) {
    const { projectId, textId } = reply;
    try {
      if (!texts.has(textId)) texts.set(textId, await getText(deps.db, projectId, textId));
      const text = texts.get(textId);
      // Only the text of a reply that is no longer pending is removed.
      if (!text) continue;
      const fired = await fire(deps, reply, batchOf(text, reply.batchId));
      if (fired) deps.wakeEvents();
      if (fired?.isMailed) deps.wakeMail();
    } catch (error) {
      await fail(deps, reply, error);
    }
  }
  return claimed.length === BATCH;
};

/**
 * The backstop of the worker: gives replies back that a worker took and did not come to an end with, because it was
 * killed or lost the database, and removes comments that are no longer needed.
 */
export const reconcileScheduledReplies = async ({
  db,
  log,
  clock,
}: Pick<Deps, 'db' | 'log' | 'clock'>): Promise<boolean> => {
  const released = await releaseExpired(db, clock());
  if (released > 0) log.warn({ released }, 'Scheduled replies were taken from a worker that did not finish');
  await deleteSpentTexts(db);
  return false;
};
