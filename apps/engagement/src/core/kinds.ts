import type { Noun } from '@parley/errors';

/** The kind of an item. */
export type ItemType = 'CHECKLIST' | 'TOOLTIP' | 'COBROWSE' | 'BANNER' | 'CHAT_MESSAGE' | 'EMAIL';

/** Types of items that widgets show. */
export const inAppTypes: readonly ItemType[] = ['CHECKLIST', 'TOOLTIP', 'COBROWSE', 'BANNER', 'CHAT_MESSAGE'];

/** What each kind is called in errors: `checklist` of 404 `checklist_not_found`. */
export const nouns: Readonly<Record<ItemType, Noun>> = {
  CHECKLIST: 'checklist',
  TOOLTIP: 'tooltip',
  COBROWSE: 'cobrowse',
  BANNER: 'banner',
  CHAT_MESSAGE: 'chat_message',
  EMAIL: 'engagement_email',
};
