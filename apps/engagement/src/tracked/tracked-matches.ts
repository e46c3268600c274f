import { type Item, readSteps } from '../core';

/** An event of a contact, as the contacts service emits it. */
export interface Tracked {
  id: string;
  name: string;
  date: string;
}

/** The effect of a contact's event on an item. */
export type Meaning =
  { verb: 'steps'; steps: string[] } | { verb: 'completed' | 'dismissed' } | { verb: 'occurrence' };

const TOUR = /^tour-([0-9a-f]{24})-(completed|quit)$/;

/** The item that an event of existing widgets is about. */
export const parseTour = (name: string): { itemId: string; verb: 'completed' | 'dismissed' } | undefined => {
  const [, itemId, end] = TOUR.exec(name) ?? [];
  return itemId === undefined ? undefined : { itemId, verb: end === 'completed' ? 'completed' : 'dismissed' };
};

/** The effects of an event on an item that was live at that time. */
export const meaningsFor = (item: Item, { name }: Tracked): Meaning[] => {
  const steps =
    item.type === 'CHECKLIST'
      ? readSteps(item)
          .filter(({ eventTrigger }) => eventTrigger === name)
          .map(({ id }) => id)
      : [];
  return [
    ...(steps.length > 0 ? [{ verb: 'steps' as const, steps }] : []),
    ...(item.trigger === 'event' && item.eventTrigger === name ? [{ verb: 'occurrence' as const }] : []),
  ];
};
