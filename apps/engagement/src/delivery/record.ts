import { notFound } from '@parley/errors';
import type { NewEvent } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import type { Item, Reach, Standing } from '../core';
import { deliveryEvent } from './delivery.events';
import { ends, type Mark, marks } from './marks';
import {
  countOnItem,
  countSteps,
  insertDelivery,
  readMarks,
  saveReach,
  setMarks,
  type StandingKey,
  useOccurrence,
} from './record.store';

/** An event between a contact and an item, with their state locked. */
export interface Happening {
  item: Item;
  contactId: string;
  standing: Standing;
  /** The log of the contact's actions. */
  did: readonly Mark[];
  /** Steps that it completed or reached. */
  steps?: readonly string[];
  /** Ticket of its answer. */
  ticketId?: string;
  /** Whether another delivery may begin when none is open. */
  mayOpen: boolean;
  at: Date;
  headers: Record<string, string>;
}

/**
 * Records an event once: for the open delivery, else a new one, else the latest. Earlier results
 * are not counted again.
 *
 * @returns the events to append, and the delivery. 404 `engagement_not_found` when the item is deleted.
 */
export const recordHappening = async (
  tx: Sql,
  { item, contactId, standing, did, steps = [], ticketId, mayOpen, at, headers }: Happening,
): Promise<{ events: NewEvent[]; reach: Omit<Reach, 'itemId'> }> => {
  const { projectId, id: itemId, type } = item;
  const key: StandingKey = { projectId, contactId, itemId };
  const known = standing.reach;
  const opens = !known || (known.endedAt !== null && mayOpen);
  const deliveryId = opens ? newId(at.getTime()) : known.deliveryId;
  if (opens) {
    await insertDelivery(tx, key, deliveryId, at);
    if (item.trigger === 'event' && item.frequency === 'always') await useOccurrence(tx, key, at);
  }
  const had = opens ? [] : await readMarks(tx, projectId, deliveryId);
  const added = marks.filter((mark) => did.includes(mark) && !had.includes(mark));
  const done = known?.done ?? [];
  const first = added.filter((mark) => !done.includes(mark));
  const newSteps = steps.filter((step) => !known?.steps.includes(step));
  const wasEnded = !opens && known.endedAt !== null;
  const isEnded = did.some((mark) => ends(type, mark));
  const reach = {
    deliveryId,
    openedAt: opens ? at : known.openedAt,
    endedAt: wasEnded ? known.endedAt : isEnded ? at : null,
    done: [...done, ...first],
    steps: [...(known?.steps ?? []), ...newSteps],
    ticketId: ticketId ?? known?.ticketId ?? null,
  };
  const isNew = opens || added.length > 0 || newSteps.length > 0 || ticketId !== undefined;
  if (!isNew) return { events: [], reach };
  await setMarks(tx, projectId, deliveryId, added, at);
  await saveReach(tx, key, reach);
  await countSteps(tx, projectId, itemId, newSteps);
  if (!(await countOnItem(tx, key, { first, added }, at))) throw notFound('engagement');
  const place = { item, contactId, deliveryId, at, headers };
  // A checklist has its own event for its end.
  const told = added.filter((mark) => type !== 'CHECKLIST' || mark !== 'completed');
  return {
    events: told.map((mark) =>
      deliveryEvent(
        'delivery',
        mark,
        place,
        mark === 'replied' && ticketId !== undefined ? { ticket: ticketId } : {},
      ),
    ),
    reach,
  };
};
