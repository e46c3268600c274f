import { type Item } from '../core/item';
import { stepsOf } from '../core/steps';

/** An event of a contact, as the contacts service tells it. */
export interface Tracked {
  id: string;
  name: string;
  date: string;
}

/** What a contact's event means for an item. */
export type Meaning =
  { verb: 'steps'; steps: string[] } | { verb: 'completed' | 'dismissed' } | { verb: 'occurrence' };

const TOUR = /^tour-([0-9a-f]{24})-(completed|quit)$/;

/** The item that an event of existing widgets is about. */
export const tourOf = (name: string): { itemId: string; verb: 'completed' | 'dismissed' } | undefined => {
  const [, itemId, end] = TOUR.exec(name) ?? [];
  return itemId === undefined ? undefined : { itemId, verb: end === 'completed' ? 'completed' : 'dismissed' };
};

/** What an event means for an item that was live when it was tracked. */
export const meaningsFor = (item: Item, { name }: Tracked): Meaning[] => {
  const steps =
    item.type === 'CHECKLIST'
      ? stepsOf(item)
          .filter(({ eventTrigger }) => eventTrigger === name)
          .map(({ id }) => id)
      : [];
  return [
    ...(steps.length > 0 ? [{ verb: 'steps' as const, steps }] : []),
    ...(item.trigger === 'event' && item.eventTrigger === name ? [{ verb: 'occurrence' as const }] : []),
  ];
};
