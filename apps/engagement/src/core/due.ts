import { belongsTo, DAY_MS } from '@parley/audience';
import { isDone } from './progress';
import type { SeenContact } from '../contacts';
import type { Item } from './item';

/** A contact's record of an item. */
export interface Reach {
  itemId: string;
  /** The latest delivery. */
  deliveryId: string;
  openedAt: Date;
  /** Null while that delivery is open. */
  endedAt: Date | null;
  /** The results that the contact is counted for. */
  done: readonly string[];
  /** Steps that it is counted for. */
  steps: readonly string[];
  /** Ticket of its answers. */
  ticketId: string | null;
}

/** How far a contact is with a checklist. */
export interface Progress {
  id: string;
  itemId: string;
  contactId: string;
  /** In the order of completion; also steps that the item has no longer. */
  completedSteps: readonly string[];
  status: 'active' | 'done';
  dismissedAt: Date | null;
  changedAt: Date;
}

/** The stored state of a contact and an item. */
export interface Standing {
  reach?: Reach | undefined;
  progress?: Progress | undefined;
  /** Whether an event of the contact has made the item due and was not used up. */
  hasOccurrence: boolean;
}

/** Whether an item may be shown at all at a time. */
export const isInTime = ({ status, startSendingAfter, stopSendingAfter }: Item, now: Date): boolean =>
  status === 'live' &&
  (startSendingAfter === null || startSendingAfter <= now) &&
  (stopSendingAfter === null || now < stopSendingAfter);

/** Whether an item is for a contact. */
export const isFor = ({ targetAudience, conditions }: Item, { document, look }: SeenContact): boolean =>
  belongsTo(document, { targetAudience, conditions }, look);

/** Whether another delivery may follow one that ended. */
const isDueAgain = ({ frequency, frequencyDays, trigger }: Item, standing: Standing, now: Date): boolean => {
  const openedAt = standing.reach?.openedAt.getTime() ?? 0;
  switch (frequency) {
    case 'once':
      return false;
    case 'days':
      return now.getTime() >= openedAt + (frequencyDays ?? 0) * DAY_MS;
    case 'always':
      return trigger !== 'event' || standing.hasOccurrence;
  }
};

/** Whether an item is due to a contact, pages aside. `isMember` checks the audience; it is called only when needed. */
export const isDue = (item: Item, standing: Standing, now: Date, isMember: () => boolean): boolean => {
  if (!isInTime(item, now)) return false;
  const { reach, progress } = standing;
  if (item.type === 'CHECKLIST') {
    if (progress) return !isDone(item, progress) && progress.dismissedAt === null;
    return (item.trigger !== 'event' || standing.hasOccurrence) && isMember();
  }
  if (!reach) return (item.trigger !== 'event' || standing.hasOccurrence) && isMember();
  if (reach.endedAt === null) return isMember();
  return isDueAgain(item, standing, now) && isMember();
};
