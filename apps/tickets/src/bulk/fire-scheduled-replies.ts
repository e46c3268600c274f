import type { Doer } from '@parley/jobs';
import { isConnectionFailure, runTransaction } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import PQueue from 'p-queue';
import type { Deps } from '../deps';
import { readMessage } from '../messages';
import { TICKET_MERGED } from './bulk.errors';
import type { BulkReplyText } from './bulk-reply.store';
import {
  deleteText,
  type DueReply,
  failAll,
  failScheduled,
  findDue,
  getText,
  lockPending,
  nextDue,
  postpone,
  recordFired,
} from './scheduled-reply.store';
import { type BatchReply, writeReplies } from './write-reply';

type FireDeps = Pick<
  Deps,
  'db' | 'log' | 'clock' | 'mailFrom' | 'missedMailDelaySeconds' | 'wakeEvents' | 'jobs'
>;

/** Replies that are read at a time. */
const READ = 60;

/** Replies of one transaction: enough to share its statements, few enough that their tickets are not locked for long. */
const TOGETHER = 10;

/** Transactions at a time; most connections of the pool stay for requests. */
const AT_ONCE = 3;

/** Longest pause between two attempts at a reply that cannot be written, in milliseconds. */
const MAX_PAUSE = 300_000;

/** Attempts at writing a reply, over more than an hour, before it fails. One that a crash or the database's absence ended does not count. */
export const MAX_ATTEMPTS = 20;

/** Who does it. */
export const createReplier = (deps: FireDeps): Doer<object> => ({
  handle: async (_payload, task) => {
    const text = await getText(deps.db, task.projectId, task.key);
    if (!text) return;
    let after = '';
    for (;;) {
      task.signal.throwIfAborted();
      const due = await findDue(deps.db, text, { now: deps.clock(), after, limit: READ });
      await fireParts(deps, text, due);
      after = due.at(-1)?.id ?? '';
      if (due.length < READ) break;
      await task.advance(deps.db);
    }
    const next = await nextDue(deps.db, text);
    if (next) return { goOnAt: next };
    await deleteText(deps.db, text);
  },
  giveUp: (_payload, _error, { projectId, key: id }) => failAll(deps.db, { projectId, id }, NOT_SENT),
});

const NOT_SENT = 'not_sent';

const toBatch = async (
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
const fire = async (deps: FireDeps, batch: BatchReply, replies: readonly DueReply[]): Promise<void> => {
  const written = await runTransaction(deps.db, async (tx) => {
    const { projectId } = batch.origin.scope;
    const pending = await lockPending(tx, projectId, replies);
    const due = new Map<string, DueReply>();
    for (const reply of replies) {
      const state = pending.get(reply.id);
      if (state?.isMerged) await failScheduled(tx, projectId, reply.id, TICKET_MERGED);
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
  if (written.some(({ isMailed }) => isMailed)) deps.jobs.wake();
};

const fail = async (
  { db, log, clock }: FireDeps,
  projectId: string,
  { id, ticketId, batchId, attempts }: DueReply,
  error: unknown,
): Promise<void> => {
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  log.error(
    { err: error, scheduledReply: id, ticketId, batchId, isLast },
    'A scheduled reply was not written',
  );
  if (isLast) return failScheduled(db, projectId, id, NOT_SENT);
  const pause = Math.min(1_000 * 2 ** attempts, MAX_PAUSE);
  await postpone(db, projectId, id, new Date(clock().getTime() + pause));
};

/** Fires replies of a batch together and, when that fails, each by itself, so that none holds up the others. */
const fireTogether = async (
  deps: FireDeps,
  text: BulkReplyText,
  replies: readonly DueReply[],
): Promise<void> => {
  const [first, ...others] = replies;
  if (!first) return;
  try {
    await fire(deps, await toBatch(text, first.batchId), replies);
  } catch (error) {
    // The database is away: no reply is to blame, and the job is done again.
    if (isConnectionFailure(error)) throw error;
    if (others.length === 0) return fail(deps, text.projectId, first, error);
    for (const reply of replies) await fireTogether(deps, text, [reply]);
  }
};

/** Fires replies with one text, some of them at a time. */
const fireParts = async (
  deps: FireDeps,
  text: BulkReplyText,
  replies: readonly DueReply[],
): Promise<void> => {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const parts: Promise<void>[] = [];
  for (let start = 0; start < replies.length; start += TOGETHER) {
    const part = replies.slice(start, start + TOGETHER);
    parts.push(queue.add(() => fireTogether(deps, text, part)));
  }
  for (const outcome of await Promise.allSettled(parts))
    if (outcome.status === 'rejected') throw outcome.reason;
};
