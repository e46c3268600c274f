import type { NewEvent } from '@parley/events';
import type { DeliveryHappened } from '@parley/proto/generated/parley/engagement/v1/events';
import type { Item } from '../core';

/** A contact and an item. */
export interface Place {
  item: Pick<Item, 'projectId' | 'id' | 'type'>;
  contactId: string;
  /** Delivery, or progress of a checklist. */
  deliveryId: string;
  at: Date;
  headers: Record<string, string>;
}

/** `engagement.v1.delivery.<verb>` or `engagement.v1.checklist.<verb>`. */
export const deliveryEvent = (
  noun: 'delivery' | 'checklist',
  verb: string,
  { item, contactId, deliveryId, at, headers }: Place,
  more: Partial<DeliveryHappened> = {},
): NewEvent => ({
  subject: `engagement.v1.${noun}.${verb}`,
  projectId: item.projectId,
  aggregateId: deliveryId,
  payload: {
    outbound: item.id,
    type: item.type,
    session: contactId,
    delivery: deliveryId,
    at: at.toISOString(),
    ...more,
  },
  headers,
});
