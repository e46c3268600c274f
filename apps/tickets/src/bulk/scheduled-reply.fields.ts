import type { ListFields } from '@parley/persistence';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

/** The filters and sort keys of the list of scheduled replies. The order by creation is the order by id. */
export const scheduledReplyList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    status: { column: 'status', type: 'text' },
    batchId: { column: 'batch_id', type: 'text' },
    reason: { column: 'reason', type: 'text' },
    fireAt: { column: 'fire_at', type: 'date' },
    sentAt: { column: 'sent_at', type: 'date' },
    createdAt: { column: 'created_at', type: 'date' },
  },
  sortable: { createdAt: 'id' },
  order: '-id',
  page: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
};
