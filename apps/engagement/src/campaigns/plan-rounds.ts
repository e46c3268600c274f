import { goneAmong } from '@parley/events';
import type { Doer } from '@parley/jobs';
import { newId } from '@parley/persistence';
import type { EmailDeps, AudiencePage, AudiencePart, PlannedDelivery } from '../emails';
import type { Item } from '../core';
import { findItem } from '../items';
import {
  askCampaign,
  appointNextRound,
  beginRound,
  lockRound,
  moveRound,
  nextRound,
  type Round,
} from '../rounds';
import type { Channel } from './channel';
import { countMails, insertPlanned, lockMailItem } from './delivery.store';
import { emailEvent } from './email.events';

/** Milliseconds by which the clocks of the services may differ. */
const CLOCKS_DIFFER_MS = 5_000;
/** How a position of the second look begins. */
const CHANGED = 'changed:';
/** Pages after which other e-mails have their turn. */
const PAGES = 20;

type PlanDeps = Pick<EmailDeps, 'db' | 'events' | 'clock'> & { channel: Channel };

/** Who plans the mails of rounds page by page; after a death another process goes on where the last stored page ended. */
export const createPlanner = (deps: PlanDeps): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: itemId, signal }) => {
    const { db, clock } = deps;
    const item = await findItem(db, projectId, itemId);
    // One that goes live again is asked for again.
    const round = item?.status === 'live' ? await nextRound(db, { projectId, itemId }, clock()) : undefined;
    if (!item || !round) return undefined;
    if (round.dueAt > clock()) return { goOnAt: round.dueAt };
    await beginRound(db, round);
    if (item.frequency === 'days') await appointNextRound(db, item, clock());
    await planPages(deps, round, item, signal);
    return { goOnAt: clock() };
  },
});

/** The contacts of a round that are looked at: those of its start, then those among them that changed since. */
const choosePart = ({ startedAt, position }: Round): { part: AudiencePart; after: string } => {
  const createdUntil = new Date(startedAt.getTime() + CLOCKS_DIFFER_MS);
  if (!position?.startsWith(CHANGED)) return { part: { createdUntil }, after: position ?? '' };
  const changedSince = new Date(startedAt.getTime() - CLOCKS_DIFFER_MS);
  return { part: { createdUntil, changedSince }, after: position.slice(CHANGED.length) };
};

/**
 * The position after a page. Pages are ordered by address, so a contact that changes its address during the round may be on no
 * page. After the last page, the changed contacts are checked once more.
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

/** Stores a page and moves the round on, together. False when its item is not live any more, or another process moved it. */
const storePage = (
  { db, events, clock, channel }: PlanDeps,
  round: Round,
  contacts: AudiencePage['contacts'],
  to: { position: string | undefined; lastAddress: string | null },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    // Some may have been deleted since they were read. Asked before the item is locked, as where a contact is deleted.
    const left = await goneAmong(
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
        emailEvent(channel.type, 'skipped', { ...round, ...mail }, now, { reason: 'duplicate_address' }),
      ),
    );
    await moveRound(tx, round, { ...to, now });
    // Also after a page without a mail: the e-mail may be finished by it.
    await askCampaign(tx, channel.jobs.mails, round, { now });
    return true;
  });

const planPages = async (deps: PlanDeps, first: Round, item: Item, signal: AbortSignal): Promise<void> => {
  let round: Round = first;
  for (let page = 0; page < PAGES && !signal.aborted; page += 1) {
    const { part, after } = choosePart(round);
    const { contacts, next } = await deps.channel.page(item, part, after);
    const position = positionAfter(round, next);
    const lastAddress = contacts.at(-1)?.email ?? round.lastAddress;
    const isStored = await storePage(deps, round, contacts, { position, lastAddress });
    deps.events.wake();
    if (!isStored || position === undefined) return;
    round = { ...round, position, lastAddress };
  }
};
