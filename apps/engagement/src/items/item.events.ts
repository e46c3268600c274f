import { maxPayloadBytes, type NewEvent } from '@parley/events';
import { jsonBytes } from '@parley/json';
import type { EngagementItem } from '@parley/proto/generated/parley/engagement/v1/item';
import type { Item } from '../core';
import { presentItemAlone } from './item.present';

/** Fields that an item travels without when it is too large; who needs them reads the item. */
const bulky = ['message', 'config', 'data'] as const;

/** `engagement.v1.item.created`, `.updated` or `.deleted`. */
export const itemEvent = (
  verb: 'created' | 'updated' | 'deleted',
  item: Item,
  headers: Record<string, string>,
): NewEvent => {
  const document: EngagementItem = presentItemAlone(item);
  if (jsonBytes(document) > maxPayloadBytes - 1_000) for (const field of bulky) document[field] = undefined;
  return {
    subject: `engagement.v1.item.${verb}`,
    projectId: item.projectId,
    aggregateId: item.id,
    payload: { item: document },
    headers,
  };
};
