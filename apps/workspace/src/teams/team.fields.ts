import { type ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of teams. */
export const teamList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    _id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    assignmentMethod: { column: 'assignment_method', type: 'text' },
    lexorank: { column: 'lexorank', type: 'text' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: {
    id: 'id',
    _id: 'id',
    name: 'name',
    lexorank: 'lexorank',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  order: 'lexorank',
  page: SHORT_PAGE,
};
