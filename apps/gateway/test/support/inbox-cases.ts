import { PROJECT, TICKET } from './identities';
import type { RowCase } from './row-case';

const stored = { id: TICKET, _id: TICKET, project: PROJECT };

/** Cases of the unified inbox and of handing tickets over. */
export const inboxCases: RowCase[] = [
  {
    row: 'users.hand-over',
    method: 'POST',
    path: '/users/me/reassign-tickets',
    request: { body: {} },
    rpc: 'handOverTickets',
    received: {},
    response: { success: true },
    document: { success: true },
  },
  {
    row: 'users.unified-inbox',
    method: 'GET',
    path: '/users/unified-inbox',
    rpc: 'listUnifiedInbox',
    received: { type: undefined, limit: 50 },
    response: {},
    document: { tickets: [] },
  },
  {
    row: 'users.unified-inbox',
    method: 'GET',
    path: `/users/unified-inbox?type=overdue&filteredProjectId=${PROJECT}&page=2&limit=1000`,
    rpc: 'listUnifiedInbox',
    received: { type: 'overdue', filteredProjectId: PROJECT, page: 2, limit: 100 },
    response: { tickets: [stored] },
    document: { tickets: [stored] },
  },
  {
    row: 'users.unified-inbox-ticket',
    method: 'GET',
    path: `/users/unified-inbox/${TICKET}`,
    rpc: 'getUnifiedInboxTicket',
    received: { ticketId: TICKET },
    response: { ticket: stored },
    document: stored,
  },
];
