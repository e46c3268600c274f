import { type ListFields } from '@parley/persistence';

/** The filters and sort keys of the list of components. */
export const componentList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    _id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    isPublished: { column: 'is_published', type: 'boolean' },
    createdBy: { column: 'created_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: { id: 'id', _id: 'id', name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' },
  order: '-id',
  page: { default: 50, max: 100 },
};
