import type { ItemType } from '../core';

/** What may become of a delivery. */
export type Mark = 'seen' | 'clicked' | 'dismissed' | 'completed' | 'replied';

/** All of them, in the order of their events. */
export const marks: readonly Mark[] = ['seen', 'clicked', 'dismissed', 'completed', 'replied'];

/** Kinds of which a click ends nothing. */
const outliveClicks: readonly ItemType[] = ['TOOLTIP', 'COBROWSE', 'PRODUCT_TOUR', 'CHECKLIST', 'SURVEY'];

/** Whether a delivery ends with a mark. */
export const ends = (type: ItemType, mark: Mark): boolean =>
  mark === 'dismissed' || mark === 'completed' || (mark === 'clicked' && !outliveClicks.includes(type));
