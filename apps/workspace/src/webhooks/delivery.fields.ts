import { type ListFields } from '@parley/persistence';

/** Filters and sort orders of the list of deliveries, over the delivery `d` and its event `e`. */
export const deliveryList: ListFields = {
  fields: {
    id: { column: 'd.id', type: 'id' },
    _id: { column: 'd.id', type: 'id' },
    event: { column: 'e.event', type: 'text' },
    deliveredAt: { column: 'd.delivered_at', type: 'date' },
    createdAt: { column: 'd.created_at', type: 'date' },
  },
  // The order by creation is the order by id, which the index has.
  sortable: { id: 'd.id', _id: 'd.id', createdAt: 'd.id' },
  order: '-id',
  page: { default: 50, max: 100 },
};
