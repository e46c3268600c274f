import type { Noun } from '@parley/errors';

/** Types of items that widgets show. */
export const inAppTypes = [
  'CHECKLIST',
  'TOOLTIP',
  'COBROWSE',
  'BANNER',
  'CHAT_MESSAGE',
  'SURVEY',
  'NEWS',
  'MODAL',
  'PRODUCT_TOUR',
] as const;

/** Types of items that are sent to the contacts of their audience, in rounds or after events. */
export const campaignTypes = ['EMAIL', 'PUSH_NOTIFICATION'] as const;

/** A kind that is sent. */
export type CampaignType = (typeof campaignTypes)[number];

/** The kind of an item. */
export type ItemType = (typeof inAppTypes)[number] | CampaignType;

/** Whether a kind is sent, and not shown by widgets. */
export const isCampaign = (type: ItemType): type is CampaignType =>
  (campaignTypes as readonly ItemType[]).includes(type);

/** The kinds that are sent, for SQL. */
export const CAMPAIGN_TYPES = `('${campaignTypes.join("', '")}')`;

/** What each kind is called in errors: `checklist` of 404 `checklist_not_found`. */
export const nouns: Readonly<Record<ItemType, Noun>> = {
  CHECKLIST: 'checklist',
  TOOLTIP: 'tooltip',
  COBROWSE: 'cobrowse',
  BANNER: 'banner',
  CHAT_MESSAGE: 'chat_message',
  EMAIL: 'engagement_email',
  SURVEY: 'survey',
  NEWS: 'news',
  MODAL: 'modal',
  PRODUCT_TOUR: 'product_tour',
  PUSH_NOTIFICATION: 'push_notification',
};

/** Whether an item leads through a page step by step. */
export const isTour = (type: ItemType): boolean => type === 'COBROWSE' || type === 'PRODUCT_TOUR';

/** Whether contacts answer an item in their own words or by choosing. */
export const isAnswered = (type: ItemType): boolean => type === 'CHAT_MESSAGE' || type === 'SURVEY';
