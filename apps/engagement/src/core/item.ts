import type { AudienceCondition, TargetAudience } from '@parley/audience';
import type { Localised } from '@parley/localised';
import type { RichText } from '@parley/rich-text';
import { isCampaign, type ItemType } from './kinds';

/** States of an item. */
export type ItemStatus = 'draft' | 'live' | 'paused' | 'finished';

/** What makes an item due. */
export type Trigger = 'page' | 'event' | 'schedule' | 'sessionStarted';

/** How often a contact gets an item. */
export type Frequency = 'once' | 'days' | 'always';

/** A value by language, as it is stored and answered. */
export interface Translations<T> {
  localized: Localised<T>;
}

/** On which pages an item shows. */
export interface PageRule {
  pageFilter?: string;
  pageFilterType: string;
}

/** Who an item is from, when it is no member. */
export interface NamedSender {
  name?: string;
  email?: string;
  profileImageUrl?: string;
}

/** Free JSON. */
export type JsonObject = Record<string, unknown>;

/** The counters of an item. */
export interface ItemCounts {
  /** Contacts reached at least once. */
  sent: number;
  sentAt: Date | null;
  /** Contacts. */
  clicked: number;
  dismissed: number;
  completed: number;
  replied: number;
  opened: number;
  bounced: number;
  unsubscribed: number;
  /** Mails. */
  pending: number;
  failed: number;
  skipped: number;
  /** Deliveries. */
  seenTotal: number;
  clickedTotal: number;
  dismissedTotal: number;
  completedTotal: number;
  repliedTotal: number;
}

/** What callers write of an item. Null means that it was never set. */
export interface ItemFields {
  name: string;
  subType: string | null;
  format: string | null;
  actionType: string | null;
  frequencyType: string | null;
  subject: Translations<string> | null;
  message: Translations<RichText> | null;
  config: JsonObject | null;
  data: JsonObject | null;
  targetAudience: TargetAudience;
  conditions: readonly AudienceCondition[];
  trigger: Trigger;
  eventTrigger: string | null;
  eventTriggerDelay: number;
  pageRules: readonly PageRule[];
  frequency: Frequency;
  frequencyDays: number | null;
  startSendingAfter: Date | null;
  stopSendingAfter: Date | null;
  /** Id of a member, or a sent name and address. */
  sender: string | NamedSender | null;
  sound: boolean;
  hidden: boolean;
  tags: readonly string[];
}

/** An engagement item. */
export interface Item extends ItemFields, ItemCounts {
  projectId: string;
  id: string;
  organisationId: string;
  type: ItemType;
  status: ItemStatus;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** When it went live last. */
  liveAt: Date | null;
}

/** The fields of a new item. */
export const emptyFields = (type: ItemType): ItemFields => ({
  name: '',
  subType: null,
  format: null,
  actionType: null,
  frequencyType: null,
  subject: null,
  message: null,
  config: null,
  data: null,
  targetAudience: 'all',
  conditions: [],
  trigger: isCampaign(type) ? 'schedule' : 'page',
  eventTrigger: null,
  eventTriggerDelay: 0,
  pageRules: [],
  frequency: 'once',
  frequencyDays: null,
  startSendingAfter: null,
  stopSendingAfter: null,
  sender: null,
  sound: false,
  hidden: false,
  tags: [],
});

/** The counters of a new item. */
export const noCounts: ItemCounts = {
  sent: 0,
  sentAt: null,
  clicked: 0,
  dismissed: 0,
  completed: 0,
  replied: 0,
  opened: 0,
  bounced: 0,
  unsubscribed: 0,
  pending: 0,
  failed: 0,
  skipped: 0,
  seenTotal: 0,
  clickedTotal: 0,
  dismissedTotal: 0,
  completedTotal: 0,
  repliedTotal: 0,
};
