import { type ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** What lists of invitations are filtered and sorted by. */
export const invitationList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    _id: { column: 'id', type: 'id' },
    email: { column: 'email', type: 'lowerText' },
    role: { column: 'role', type: 'text' },
    invitedBy: { column: 'invited_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: {
    id: 'id',
    _id: 'id',
    email: 'email',
    role: 'role',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  order: '-id',
  page: SHORT_PAGE,
};
