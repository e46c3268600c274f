import type { ListFields } from '@parley/persistence';

/** Filters and sort orders of the list of deliveries, over the delivery `d` and its event `e`. */
export const deliveryList: ListFields = {
  fields: {
    id: { column: 'd.id', type: 'id' },
    event: { column: 'e.event', type: 'text' },
    deliveredAt: { column: 'd.delivered_at', type: 'date' },
    nextAttemptAt: { column: "CASE WHEN d.status = 'pending' THEN d.due_at END", type: 'date' },
    createdAt: { column: 'd.created_at', type: 'date' },
  },
  // The order by creation is the order by id, which the index has.
  sortable: { createdAt: 'd.id', status: 'd.status', messageId: 'd.event_id' },
  order: '-id',
  page: { default: 50, max: 100 },
};
