import { type ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of projects. */
export const projectList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    _id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    role: { column: 'role', type: 'text' },
    defaultLanguage: { column: 'default_language', type: 'text' },
    createdBy: { column: 'created_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: { id: 'id', _id: 'id', name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' },
  order: 'id',
  page: SHORT_PAGE,
};
