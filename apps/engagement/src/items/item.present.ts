import { isEventCondition } from '@parley/audience';
import type {
  EngagementItem,
  ItemCondition,
  ItemStats,
} from '@parley/proto/generated/parley/engagement/v1/item';
import { isAnswered, isCampaign, type Item } from '../core';

const unset = <T>(value: T | null): T | undefined => value ?? undefined;

const presentCondition = (condition: Item['conditions'][number]): ItemCondition =>
  isEventCondition(condition)
    ? {
        field: undefined,
        event: condition.event,
        operator: condition.operator,
        value: condition.value,
        withinDays: condition.withinDays,
      }
    : {
        field: condition.field,
        event: undefined,
        operator: condition.operator,
        value: condition.value,
        withinDays: undefined,
      };

/** The counters of an item, as its kind shows them. */
export const presentStats = (item: Item): Partial<ItemStats> => {
  const { sent, clicked, dismissed, completed, replied } = item;
  if (!isCampaign(item.type))
    return { seen: sent, clicked, dismissed, completed, ...(isAnswered(item.type) && { replied }) };
  const { pending, failed, skipped, opened, bounced, unsubscribed } = item;
  if (item.type === 'PUSH_NOTIFICATION') return { pending, sent, failed, skipped, shown: opened, clicked };
  return { pending, sent, failed, skipped, opened, clicked, bounced, unsubscribed };
};

/** An item without counters, as in events. */
export const presentItemAlone = (item: Item): EngagementItem => ({
  id: item.id,
  _id: item.id,
  project: item.projectId,
  organisation: item.organisationId,
  type: item.type,
  name: item.name,
  status: item.status,
  subType: unset(item.subType),
  format: unset(item.format),
  actionType: unset(item.actionType),
  frequencyType: unset(item.frequencyType),
  subject: item.subject ? { localized: { ...item.subject.localized } } : undefined,
  message: item.message ? { localized: { ...item.message.localized } } : undefined,
  config: unset(item.config),
  data: unset(item.data),
  targetAudience: item.targetAudience,
  conditions: item.conditions.map(presentCondition),
  trigger: item.trigger,
  eventTrigger: unset(item.eventTrigger),
  eventTriggerDelay: item.eventTriggerDelay,
  pageRules: item.pageRules.map(({ pageFilter, pageFilterType }) => ({ pageFilter, pageFilterType })),
  frequency: item.frequency,
  frequencyDays: unset(item.frequencyDays),
  startSendingAfter: item.startSendingAfter?.toISOString(),
  stopSendingAfter: item.stopSendingAfter?.toISOString(),
  sender: unset(item.sender),
  sound: item.sound,
  hidden: item.hidden,
  tags: [...item.tags],
  sent: item.sent,
  sentAt: item.sentAt?.toISOString(),
  stats: undefined,
  createdBy: item.createdBy,
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
});

/** An item as the public document. */
export const presentItem = (item: Item): EngagementItem => ({
  ...presentItemAlone(item),
  stats: presentStats(item) as ItemStats,
});
