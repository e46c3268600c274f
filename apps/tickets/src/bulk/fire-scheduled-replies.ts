import { isConnectionFailure, runTransaction } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import PQueue from 'p-queue';
import { type Deps } from '../deps';
import { readMessage } from '../messages/message.input';
import { TICKET_MERGED } from './bulk.errors';
import { type BulkReplyText } from './bulk-reply.store';
import {
  claimDue,
  type ClaimedReply,
  deleteSpentTexts,
  failScheduled,
  getTexts,
  lockPending,
  postpone,
  recordFired,
  releaseExpired,
} from './scheduled-reply.store';
import { type BatchReply, writeReplies } from './write-reply';

/** Whether there is something to do. */
export { REPLIES_DUE, REPLIES_TO_RECONCILE } from './scheduled-reply.store';

type FireDeps = Pick<
  Deps,
  'db' | 'log' | 'clock' | 'mailFrom' | 'missedMailDelaySeconds' | 'wakeEvents' | 'wakeMail'
>;

/** Replies that a worker takes at a time. */
const CLAIMED = 60;

/** Replies that one transaction writes: enough to share its statements, few enough that nobody waits for their tickets. */
const TOGETHER = 10;

/** Transactions at a time; most connections of the pool stay for requests. */
const AT_ONCE = 3;

/** Milliseconds a worker may take for them before another one does; many times of what they need. */
const LEASE = 15_000;

/** Longest pause between two attempts at a reply that cannot be written, in milliseconds. */
const MAX_PAUSE = 300_000;

/** Attempts at writing a reply, over more than an hour, before it fails. One that a crash or the database's absence ended does not count. */
export const MAX_ATTEMPTS = 20;

const batchOf = async (
  { organisationId, projectId, comment, actor, author, headers }: BulkReplyText,
  batchId: string,
): Promise<BatchReply> => {
  const scope = { actor, projectId, organisationId };
  const context = { ...systemContext('scheduled replies', { projectId, ...headers }), scope };
  return {
    batchId,
    content: await readMessage({ comment }),
    origin: { scope, context, author: author ?? undefined },
  };
};

/** Fires replies of a batch in one transaction: messages, mails, events and the record that they fired, or nothing. */
const fire = async (deps: FireDeps, batch: BatchReply, replies: readonly ClaimedReply[]): Promise<void> => {
  const written = await runTransaction(deps.db, async (tx) => {
    const { projectId } = batch.origin.scope;
    const pending = await lockPending(tx, projectId, replies);
    const due = new Map<string, ClaimedReply>();
    for (const reply of replies) {
      const state = pending.get(reply.id);
      if (state?.isMerged) await failScheduled(tx, reply, TICKET_MERGED);
      else if (state) due.set(reply.ticketId, reply);
    }
    if (due.size === 0) return [];
    const messages = await writeReplies(deps, tx, batch, [...due.keys()]);
    const fired = messages.flatMap(({ ticketId, messageId }) => {
      const reply = due.get(ticketId);
      return reply ? [{ id: reply.id, messageId }] : [];
    });
    await recordFired(tx, projectId, fired, deps.clock());
    return messages;
  });
  if (written.length > 0) deps.wakeEvents();
  if (written.some(({ isMailed }) => isMailed)) deps.wakeMail();
};

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

/** Fires replies of a batch together and, when that fails, each by itself, so that none holds up the others. */
const fireTogether = async (
  deps: FireDeps,
  text: BulkReplyText,
  replies: readonly ClaimedReply[],
): Promise<void> => {
  const [first, ...others] = replies;
  if (!first) return;
  try {
    await fire(deps, await batchOf(text, first.batchId), replies);
  } catch (error) {
    // The database is away: no reply is to blame, and the sweep gives them back.
    if (isConnectionFailure(error)) throw error;
    if (others.length === 0) return fail(deps, first, error);
    for (const reply of replies) await fireTogether(deps, text, [reply]);
  }
};

const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / TOGETHER) }, (_, index) =>
    list.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );

/**
 * Fires replies whose time has come, one batch after the other, so that a ticket gets the replies of two batches in
 * their order. Answers whether there may be more.
 */
export const fireScheduledReplies = async (deps: FireDeps): Promise<boolean> => {
  const now = deps.clock();
  const leaseUntil = new Date(now.getTime() + LEASE);
  const claimed = await claimDue(deps.db, { now, leaseUntil, limit: CLAIMED });
  if (claimed.length === 0) return false;
  // A text belongs to one batch. One that is not there belongs to replies that are no longer pending.
  for (const text of await getTexts(deps.db, claimed)) {
    const replies = claimed.filter(
      ({ projectId, textId }) => projectId === text.projectId && textId === text.id,
    );
    const queue = new PQueue({ concurrency: AT_ONCE });
    const outcomes = await Promise.allSettled(
      parts(replies).map((part) => queue.add(() => fireTogether(deps, text, part))),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
  return claimed.length === CLAIMED;
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
