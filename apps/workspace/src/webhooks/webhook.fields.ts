import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** Filters and sort orders of the list of webhooks. */
export const webhookList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    url: { column: 'url', type: 'text' },
    enabled: { column: 'enabled', type: 'boolean' },
    events: { column: 'events', type: 'textArray' },
    disabledReason: { column: 'disabled_reason', type: 'text' },
    failingSince: { column: 'failing_since', type: 'date' },
    createdBy: { column: 'created_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: 'id',
  page: SHORT_PAGE,
};
