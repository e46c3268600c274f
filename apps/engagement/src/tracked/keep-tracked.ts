import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { isTour } from '../core';
import type { Deps } from '../deps';
import { findItem, itemsLiveBefore } from '../items';
import { insertOccurrence, insertPending } from './pending-event.store';
import { meaningsFor, type Tracked, parseTour } from './tracked-matches';

/** Keeps what tracked events mean for items that were live then. */
export const keepTracked = async (
  { liveItems }: Pick<Deps, 'liveItems'>,
  { projectId, aggregateId: contactId, payload, createdAt }: DomainEvent<{ events?: readonly Tracked[] }>,
  tx: Sql,
): Promise<void> => {
  const { items: live } = await liveItems.fresh(tx, projectId);
  const items = [
    ...live.filter(({ liveAt }) => liveAt !== null && liveAt <= createdAt),
    ...(await itemsLiveBefore(tx, projectId, createdAt)),
  ];
  for (const event of payload.events ?? []) {
    const tour = parseTour(event.name);
    const tourItem = tour && (await findItem(tx, projectId, tour.itemId));
    if (tour && tourItem && isTour(tourItem.type)) {
      const place = { projectId, contactId, itemId: tour.itemId };
      await insertPending(tx, { ...place, verb: tour.verb, steps: [], happenedAt: createdAt });
    }
    for (const item of items) {
      const place = { projectId, contactId, itemId: item.id };
      for (const meaning of meaningsFor(item, event)) {
        if (meaning.verb === 'occurrence') {
          const { name, date } = event;
          await insertOccurrence(tx, place, {
            eventId: item.frequency === 'always' ? event.id : '',
            ...{ name, happenedAt: new Date(date), delay: item.eventTriggerDelay },
          });
        } else {
          const steps = meaning.verb === 'steps' ? meaning.steps : [];
          await insertPending(tx, { ...place, verb: meaning.verb, steps, happenedAt: createdAt });
        }
      }
    }
  }
};
