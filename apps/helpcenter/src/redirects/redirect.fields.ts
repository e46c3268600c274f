import type { ListFields } from '@parley/persistence';

/** The filters and sort keys of the list of redirects. */
export const redirectList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    oldUrl: { column: 'old_url', type: 'text' },
    newUrl: { column: 'new_url', type: 'text' },
    matchType: { column: 'match_type', type: 'text' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  // Ids are in the order of creation.
  sortable: { createdAt: 'id' },
  order: 'createdAt',
  page: { default: 10_000, max: 10_000 },
};
