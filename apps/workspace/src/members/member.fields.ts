import { type ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of members. */
export const memberList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    _id: { column: 'id', type: 'id' },
    email: { column: 'email', type: 'lowerText' },
    name: { column: 'name', type: 'text' },
    firstName: { column: '"firstName"', type: 'text' },
    lastName: { column: '"lastName"', type: 'text' },
    type: { column: 'type', type: 'text' },
    role: { column: 'role', type: 'text' },
    createdAt: { column: '"createdAt"', type: 'date' },
  },
  sortable: {
    id: 'id',
    _id: 'id',
    email: 'email',
    name: 'name',
    type: 'type',
    role: 'role',
    createdAt: '"createdAt"',
  },
  order: 'id',
  page: SHORT_PAGE,
};
