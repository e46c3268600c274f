import { goneAmong } from '@parley/events';
import type { Doer } from '@parley/jobs';
import { type CallContext, eventHeaders, systemContext } from '@parley/rpc';
import { completeSteps } from '../checklists';
import { ensureProgress, isDue, isFor, lockStanding, readStandings, type Item } from '../core';
import type { SeenContact } from '../contacts';
import type { Deps } from '../deps';
import { recordHappening } from '../delivery';
import { nextPending, type PendingEvent, takePending } from './pending-event.store';
import { findItem } from '../items';

const BATCH = 100;

type Needed = Pick<Deps, 'db' | 'events' | 'contacts' | 'clock'>;

/** The worker that applies contacts' actions to checklists and tours. */
export const createApplier = (deps: Needed): Doer<Record<string, never>> => ({
  handle: async (_payload, { projectId, key: contactId }) => {
    const { db, contacts, clock } = deps;
    const batch = await nextPending(db, projectId, contactId, BATCH);
    for (const pending of batch) {
      const item = await findItem(db, projectId, pending.itemId);
      const organisationId = item?.organisationId ?? '';
      const context = systemContext('engagement', { projectId, organisationId });
      const contact = item && (await contacts.look({ id: contactId }, item.conditions, clock(), context));
      await apply(deps, pending, contact, context);
    }
    return batch.length === BATCH ? { goOnAt: clock() } : undefined;
  },
});

const apply = async (
  { db, events, clock }: Needed,
  pending: PendingEvent,
  contact: SeenContact | undefined,
  context: CallContext,
): Promise<void> => {
  const { seq, projectId, contactId, itemId, verb, steps } = pending;
  const now = clock();
  await db.transaction(async (tx) => {
    const place = { projectId, contactId };
    const left = await goneAmong(tx, projectId, [contactId]);
    await lockStanding(tx, { ...place, itemId });
    if (!(await takePending(tx, seq)) || !contact || contact.isBlocked || left.size > 0) return;
    const item = await findItem(tx, projectId, itemId);
    const standing = (await readStandings(tx, place, [itemId], now)).get(itemId);
    if (!item || !standing) return;
    // The steps of a checklist that was live when the event was tracked are done, also when it was paused since.
    const asTracked: Item = verb === 'steps' && item.status === 'paused' ? { ...item, status: 'live' } : item;
    const due = isDue(asTracked, standing, now, () => isFor(item, contact));
    if (!due && !standing.reach && !standing.progress) return;
    const common = { item, contactId, at: now, headers: eventHeaders(context) };
    if (verb !== 'steps') {
      if (item.status === 'draft') return;
      const done = await recordHappening(tx, {
        ...common,
        standing,
        did: ['seen', verb],
        mayOpen: due,
      });
      await events.append(tx, done.events);
      return;
    }
    if (asTracked.status !== 'live') return;
    const progress = standing.progress ?? (await ensureProgress(tx, place, [itemId], now)).get(itemId);
    if (!progress) return;
    const done = await completeSteps(tx, {
      ...common,
      standing: { ...standing, progress },
      steps,
      isSeen: false,
    });
    await events.append(tx, done.events);
  });
  events.wake();
};
