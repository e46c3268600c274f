import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of teams. */
export const teamList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    assignmentMethod: { column: 'assignment_method', type: 'text' },
    lexorank: { column: 'lexorank', type: 'text' },
    selectOnlyOnlineMembers: { column: 'select_only_online_members', type: 'boolean' },
    limitTicketAmount: { column: 'limit_ticket_amount', type: 'boolean' },
    ticketAmount: { column: 'ticket_amount', type: 'integer' },
    countSnoozedTickets: { column: 'count_snoozed_tickets', type: 'boolean' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: 'lexorank',
  page: SHORT_PAGE,
};
