import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of members. */
export const memberList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    email: { column: 'email', type: 'email' },
    name: { column: 'name', type: 'text' },
    firstName: { column: '"firstName"', type: 'text' },
    lastName: { column: '"lastName"', type: 'text' },
    type: { column: 'type', type: 'text' },
    role: { column: 'role', type: 'text' },
    profileImageUrl: { column: '"profileImageUrl"', type: 'text' },
    createdAt: { column: '"createdAt"', type: 'date' },
  },
  order: 'id',
  page: SHORT_PAGE,
};
