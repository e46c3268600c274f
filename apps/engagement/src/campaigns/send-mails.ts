import { DomainError, keptMessage } from '@parley/errors';
import type { Doer } from '@parley/jobs';
import { MailDeliveryError, MAX_MAIL_ATTEMPTS, retryDelay } from '@parley/mail';
import { createInHand, type InHand } from '@parley/persistence';
import PQueue from 'p-queue';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  composeEmail,
  type EmailDeps,
  type AudienceMember,
  BOUNCE_DAYS,
  type BegunDelivery,
  type Outcome,
} from '../emails';
import type { Item } from '../core';
import { findItem } from '../items';
import { beginDeliveries, findBounced, hasMailsInHand, moveDelivery, nextMail } from './delivery.store';
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
const DAY_MS = 86_400_000;

const NO_END: Outcome = { kind: 'failed', reason: 'No attempt came to an end.', code: undefined };

type SendDeps = EmailDeps & { settle: (settlement: Settlement) => Promise<void>; hands: InHand };

/** Sends the due mails of an e-mail, skips waiting ones when it is finished, and finishes it after the last. */
export const createSender = (emailDeps: EmailDeps): Doer<Record<string, never>> => {
  const { db, clock, events, log } = emailDeps;
  const hands = createInHand({ sql: db, worker: 'campaign mails', log });
  const deps = { ...emailDeps, settle: createSettle(emailDeps), hands };
  return {
    handle: async (_payload, { projectId, key: itemId, signal }) => {
      const of = { projectId, itemId };
      const item = await findItem(db, projectId, itemId);
      const isFinished = item?.status === 'finished';
      // An item that goes live again, or is over, is queued again.
      if (!isFinished && !isSending(item, clock())) return undefined;
      const hasMore = isFinished ? await stopMails(deps, of) : await sendBatch(deps, item, signal);
      events.wake();
      if (hasMore) return { goOnAt: clock() };
      const next = await nextMail(db, of);
      if (!next && !isFinished) await finishCampaign(deps, of);
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
  item: Item;
  members: ReadonlyMap<string, AudienceMember>;
  /** Addresses with a hard bounce of late. */
  bounced: ReadonlySet<string>;
}

/** Reads the contacts of a batch; undefined when its item may not send any more. */
const lookAt = async (
  { db, clock, audiences }: Pick<SendDeps, 'db' | 'clock' | 'audiences'>,
  item: Item | undefined,
  contactIds: readonly string[],
): Promise<Look | undefined> => {
  if (!isSending(item, clock())) return undefined;
  const members = await audiences.members(item, contactIds, clock());
  const addresses = [...members.values()].flatMap(({ contact: { email } }) => email ?? []);
  const since = new Date(clock().getTime() - BOUNCE_DAYS * DAY_MS);
  return { item, members, bounced: await findBounced(db, item.projectId, addresses, since) };
};

/** Answers the last read, and reads again every second. */
const watch = (first: Look | undefined, look: () => Promise<Look | undefined>) => {
  let known = { at: performance.now(), answer: Promise.resolve(first) };
  return (): Promise<Look | undefined> => {
    if (performance.now() - known.at > BELIEF_MS) known = { at: performance.now(), answer: look() };
    return known.answer;
  };
};

const toOutcome = (error: unknown, { attempts }: BegunDelivery, address: string, now: Date): Outcome => {
  const reason = keptMessage(error);
  const refused = error instanceof MailDeliveryError ? error : undefined;
  if (refused?.badRecipient) return { kind: 'bounced', address, code: refused.status };
  const isLasting = refused ? refused.permanent : error instanceof DomainError && error.kind === 'invalid';
  const delay = isLasting ? undefined : retryDelay(attempts);
  if (delay === undefined) return { kind: 'failed', reason, code: refused?.status };
  return { kind: 'retry', at: new Date(now.getTime() + delay) };
};

/** Why a mail does not leave although it was planned; undefined when it does. */
const reasonToSkip = (
  { contact, belongs }: AudienceMember,
  bounced: ReadonlySet<string>,
): Extract<Outcome, { kind: 'skipped' }>['reason'] | undefined => {
  if (contact.unsubscribed) return 'unsubscribed';
  if (contact.blocked) return 'blocked';
  if (!belongs || !contact.email) return 'audience';
  return bounced.has(contact.email) ? 'bounced_before' : undefined;
};

const attempt = async (
  deps: SendDeps,
  { item, members, bounced }: Look,
  delivery: BegunDelivery,
): Promise<Outcome> => {
  const member = members.get(delivery.contactId);
  if (!member) return { kind: 'gone' };
  const reason = reasonToSkip(member, bounced);
  if (reason !== undefined) return { kind: 'skipped', reason };
  if (delivery.attempts > MAX_MAIL_ATTEMPTS) return NO_END;
  const address = member.contact.email ?? '';
  // One mail per address and round, also when an address changed since it was planned.
  if (address !== delivery.address && !(await moveDelivery(deps.db, delivery, address)))
    return { kind: 'skipped', reason: 'duplicate_address' };
  try {
    await deps.mail.send(await composeEmail(deps, item, delivery, member.contact));
    return { kind: 'sent', address };
  } catch (error) {
    return toOutcome(error, delivery, address, deps.clock());
  }
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
      const outcome: Outcome = look ? await attempt(deps, look, delivery) : { kind: 'held' };
      reports.push(settlePersistently(deps, { delivery, outcome }));
    }),
  );
  await Promise.all(reports);
};
