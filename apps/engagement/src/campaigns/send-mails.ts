import type { Doer } from '@parley/jobs';
import { MAX_MAIL_ATTEMPTS } from '@parley/mail';
import { createInHand, type InHand } from '@parley/persistence';
import PQueue from 'p-queue';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AudienceMember, BegunDelivery, EmailDeps, Outcome } from '../emails';
import type { Item } from '../core';
import { findItem } from '../items';
import type { Attempt, Channel } from './channel';
import { beginDeliveries, hasMailsInHand, nextMail } from './delivery.store';
import { finishCampaign } from './finish-campaign';
import { createSettle } from './settle';
import type { Settlement } from './settle.store';
import { stopMails } from './stop-mails';

/** Mails that a process takes up at a time: no more than these can arrive twice when it is killed. */
export const BATCH = 50;
/** Mails that are on their way at a time. */
const CONCURRENCY = 5;
/** Seconds after which a mail that was not reported is sent again. Longer than a mail server may take for one, and a batch for all. */
const LEASE_SECONDS = 60;
/** No mail of a batch begins later than this after it was begun: a slow server must not outlive the lease. */
const BATCH_MS = 10_000;
/**
 * Milliseconds that an item and its contacts are cached: a pause or an unsubscription takes effect soon, however slow the server.
 */
const BELIEF_MS = 1_000;

const NO_END: Outcome = { kind: 'failed', reason: 'No attempt came to an end.', code: undefined };

type SendDeps = EmailDeps & {
  channel: Channel;
  settle: (settlement: Settlement) => Promise<void>;
  hands: InHand;
};

/** Sends the due mails of an e-mail, skips waiting ones when it is finished, and finishes it after the last. */
export const createSender = (emailDeps: EmailDeps & { channel: Channel }): Doer<Record<string, never>> => {
  const { db, clock, events, log } = emailDeps;
  const { type, jobs } = emailDeps.channel;
  const hands = createInHand({ sql: db, worker: jobs.mails.name, log });
  const deps = { ...emailDeps, settle: createSettle(emailDeps), hands };
  return {
    handle: async (_payload, { projectId, key: itemId, signal }) => {
      const of = { projectId, itemId };
      const item = await findItem(db, projectId, itemId);
      // A process of a former release asks for mails of a push notification when its contact is deleted.
      if (item && item.type !== type) return undefined;
      const isFinished = item?.status === 'finished';
      // An item that goes live again, or is over, is queued again.
      if (!isFinished && !isSending(item, clock())) return undefined;
      const hasMore = isFinished ? await stopMails(deps, of) : await sendBatch(deps, item, signal);
      events.wake();
      if (hasMore) return { goOnAt: clock() };
      const next = await nextMail(db, of);
      if (!next && !isFinished) await finishCampaign(deps, of, type);
      return next && { goOnAt: next };
    },
    // If mails were in hand, the one that ends its process is set aside by itself, and the others go on.
    giveUp: async (_payload, _reason, { projectId, key: itemId }) =>
      (await hasMailsInHand(db, { projectId, itemId })) ? { goOnIn: 0 } : undefined,
  };
};

const isSending = (item: Item | undefined, now: Date): item is Item =>
  item?.status === 'live' && !(item.stopSendingAfter && item.stopSendingAfter <= now);

/** The sources of a batch's mails. */
interface Look {
  members: ReadonlyMap<string, AudienceMember>;
  run: Attempt;
}

/** Reads the contacts of a batch; undefined when its item may not send any more. */
const lookAt = async (
  { clock, audiences, channel }: Pick<SendDeps, 'clock' | 'audiences' | 'channel'>,
  item: Item | undefined,
  contactIds: readonly string[],
): Promise<Look | undefined> => {
  if (!isSending(item, clock())) return undefined;
  const members = await audiences.members(item, contactIds, clock());
  return { members, run: await channel.prepare(item, [...members.values()]) };
};

/** Answers the last read, and reads again every second. */
const watch = (first: Look | undefined, look: () => Promise<Look | undefined>) => {
  let known = { at: performance.now(), answer: Promise.resolve(first) };
  return (): Promise<Look | undefined> => {
    if (performance.now() - known.at > BELIEF_MS) known = { at: performance.now(), answer: look() };
    return known.answer;
  };
};

const attempt = async ({ members, run }: Look, delivery: BegunDelivery): Promise<Outcome> => {
  const member = members.get(delivery.contactId);
  if (!member) return { kind: 'gone' };
  return delivery.attempts > MAX_MAIL_ATTEMPTS ? NO_END : run(delivery, member);
};

/** Reports until the lease ends: a mail that left and was not reported is sent again. */
const settlePersistently = async (
  { settle, log }: Pick<SendDeps, 'settle' | 'log'>,
  settlement: Settlement,
): Promise<void> => {
  const end = performance.now() + LEASE_SECONDS * 1000;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await settle(settlement);
    } catch (error) {
      if (performance.now() + wait > end) {
        log.error({ err: error, delivery: settlement.delivery.id }, 'A mail could not be reported');
        return;
      }
      await sleep(wait);
    }
  }
};

/** Sends some due mails; answers whether there were any. One with which processes died has failed. */
const sendBatch = async (deps: SendDeps, item: Item, signal: AbortSignal): Promise<boolean> => {
  const { db, clock, log, hands, settle } = deps;
  const { projectId, id: itemId } = item;
  const limits = { now: clock(), limit: BATCH, leaseSeconds: LEASE_SECONDS };
  const begun = await beginDeliveries(db, { projectId, itemId }, limits);
  if (begun.length === 0) return false;
  const end = performance.now() + BATCH_MS;
  for (const { id, attempts, resumed } of begun)
    if (resumed) log.warn({ delivery: id, attempts }, 'A mail may be sent twice: its process did not report');
  await hands.work(begun, {
    key: ({ id }) => `${projectId}/${id}`,
    isSuspect: ({ resumed }) => resumed,
    handle: (some) => sendSome(deps, item, some, () => signal.aborted || performance.now() > end),
    setAside: (delivery) => settle({ delivery, outcome: NO_END }),
  });
  return true;
};

/** Sends begun mails. Those not begun in time are left for the next batch. */
const sendSome = async (
  deps: SendDeps,
  item: Item,
  begun: readonly BegunDelivery[],
  isOver: () => boolean,
): Promise<void> => {
  const { projectId, id: itemId } = item;
  const hold = (): Promise<unknown> =>
    Promise.all(begun.map((delivery) => deps.settle({ delivery, outcome: { kind: 'held' } })));
  const ids = [...new Set(begun.map(({ contactId }) => contactId))];
  const first = await lookAt(deps, item, ids).catch(async (error: unknown) => {
    await hold();
    throw error;
  });
  const current = watch(first, async () => lookAt(deps, await findItem(deps.db, projectId, itemId), ids));
  const queue = new PQueue({ concurrency: CONCURRENCY });
  // The next mail does not wait for the report of the one before: reports that come together are written together.
  const reports: Promise<void>[] = [];
  await queue.addAll(
    begun.map((delivery) => async () => {
      const look = isOver() ? undefined : await current().catch(() => undefined);
      const outcome: Outcome = look ? await attempt(look, delivery) : { kind: 'held' };
      reports.push(settlePersistently(deps, { delivery, outcome }));
    }),
  );
  await Promise.all(reports);
};
