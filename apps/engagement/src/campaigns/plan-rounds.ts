import { newId } from '@parley/persistence';
import { gone } from '../departures/gone';
import { type PlanningDeps } from '../emails/deps';
import { type Item } from '../items/item';
import { findItem } from '../items/item.store';
import { type AudiencePage, type AudiencePart } from './audiences';
import { type PlannedDelivery } from './delivery';
import { countMails, insertPlanned, lockMailItem } from './delivery.store';
import { emailEvent } from './email.events';
import { appointNextRound, claimRound, lockRound, moveRound, releaseRound, type Round } from './rounds.store';

/** Milliseconds by which the clocks of the services may differ. */
const CLOCKS_DIFFER_MS = 5_000;
/** How a position of the second look begins. */
const CHANGED = 'changed:';
/** Seconds without a page after which another process goes on with a round. */
const LEASE_SECONDS = 30;

type PlanDeps = Pick<PlanningDeps, 'db' | 'events' | 'audiences' | 'clock' | 'wakeSender'>;

/** The contacts of a round that are looked at: those of its start, then those among them that changed since. */
const partOf = ({ startedAt, position }: Round): { part: AudiencePart; after: string } => {
  const createdUntil = new Date(startedAt.getTime() + CLOCKS_DIFFER_MS);
  if (!position?.startsWith(CHANGED)) return { part: { createdUntil }, after: position ?? '' };
  const changedSince = new Date(startedAt.getTime() - CLOCKS_DIFFER_MS);
  return { part: { createdUntil, changedSince }, after: position.slice(CHANGED.length) };
};

/**
 * The position after a page. Pages follow each other by addresses, so a contact whose address changes meanwhile may be on none
 * of them: after the last one those that changed are looked at once more.
 */
const positionAfter = ({ position }: Round, next: string | undefined): string | undefined => {
  if (position?.startsWith(CHANGED)) return next && CHANGED + next;
  return next ?? CHANGED;
};

/** The mails of a page: the first contact with an address gets one, those that follow it are skipped. */
export const planPage = (
  contacts: AudiencePage['contacts'],
  lastAddress: string | null,
): PlannedDelivery[] => {
  let last = lastAddress;
  return contacts.map(({ id, email }) => {
    const isAgain = email === last;
    last = email;
    return {
      id: newId(),
      contactId: id,
      address: email,
      status: isAgain ? 'skipped' : 'pending',
      reason: isAgain ? 'duplicate_address' : null,
    };
  });
};

/** Stores a page and moves the round on, together. Answers whether the round is still this process's. */
const storePage = (
  { db, events, clock }: PlanDeps,
  round: Round,
  contacts: AudiencePage['contacts'],
  to: { position: string | undefined; lastAddress: string | null },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Some may have been deleted since they were read. Asked before the item is locked, as where a contact is deleted.
    const left = await gone.among(
      tx,
      round.projectId,
      contacts.map(({ id }) => id),
    );
    const item = await lockMailItem(tx, round);
    if (item?.status !== 'live' || !(await lockRound(tx, round))) return false;
    const now = clock();
    const stored = await insertPlanned(tx, round, {
      occasion: `r${round.number}`,
      dueAt: round.dueAt,
      deliveries: planPage(contacts, round.lastAddress).filter(({ contactId }) => !left.has(contactId)),
    });
    const skipped = stored.filter(({ status }) => status === 'skipped');
    await countMails(tx, round, { pending: stored.length - skipped.length, skipped: skipped.length }, now);
    await events.append(
      tx,
      skipped.map((mail) =>
        emailEvent('skipped', { ...round, ...mail }, now, { reason: 'duplicate_address' }),
      ),
    );
    const leaseUntil = new Date(now.getTime() + LEASE_SECONDS * 1000);
    await moveRound(tx, round, { ...to, leaseUntil, now });
    return true;
  });

const planRound = async (deps: PlanDeps, first: Round, item: Item, signal: AbortSignal): Promise<void> => {
  for (let round: Round = first; ;) {
    if (signal.aborted) return releaseRound(deps.db, round);
    const { part, after } = partOf(round);
    const { contacts, next } = await deps.audiences.page(item, part, after);
    const position = positionAfter(round, next);
    const lastAddress = contacts.at(-1)?.email ?? round.lastAddress;
    const isOurs = await storePage(deps, round, contacts, { position, lastAddress });
    deps.events.wake();
    deps.wakeSender();
    if (!isOurs) return releaseRound(deps.db, round);
    if (position === undefined) return;
    round = { ...round, position, lastAddress };
  }
};

/**
 * Takes up one round that is due and plans its mails page by page. A process that dies is followed by another, which goes on
 * where the last stored page ended. Answers whether there was one.
 */
export const planDueRound = async (deps: PlanDeps, signal: AbortSignal): Promise<boolean> => {
  const { db, clock } = deps;
  const round = await claimRound(db, clock(), LEASE_SECONDS);
  if (!round) return false;
  const item = await findItem(db, round.projectId, round.itemId);
  if (!item) return true;
  if (item.frequency === 'days') await appointNextRound(db, item, clock());
  try {
    await planRound(deps, round, item, signal);
  } catch (error) {
    // Contacts may be away: the lease ends by itself, and nobody tries again at once.
    deps.events.wake();
    throw error;
  }
  return true;
};
