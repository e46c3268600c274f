import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** What lists of invitations are filtered and sorted by. */
export const invitationList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    email: { column: 'email', type: 'email' },
    role: { column: 'role', type: 'text' },
    invitedBy: { column: 'invited_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: {
    type: 'type',
    organisation: 'organisation_id',
    project: { sql: "CASE WHEN type = 'project' THEN target_id END", nullsLast: true },
  },
  order: '-id',
  page: SHORT_PAGE,
};
