import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of organisations, over the organisation `o` and the membership `m`. */
export const organisationList: ListFields = {
  fields: {
    id: { column: 'o.id', type: 'id' },
    name: { column: 'o.name', type: 'text' },
    role: { column: 'm.role', type: 'text' },
    createdAt: { column: 'o.created_at', type: 'date' },
    updatedAt: { column: 'o.updated_at', type: 'date' },
  },
  order: 'id',
  page: SHORT_PAGE,
};
