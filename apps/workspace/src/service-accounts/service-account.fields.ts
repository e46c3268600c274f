import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of service accounts. */
export const serviceAccountList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    createdBy: { column: 'created_by', type: 'id' },
    lastUsedAt: { column: 'last_used_at', type: 'date' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: '-id',
  page: SHORT_PAGE,
};
