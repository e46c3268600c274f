import { HandOverServiceDefinition as handOver } from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { InboxServiceDefinition as inbox } from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import { operation } from '../rest';

export const inboxOperations = [
  operation('users.hand-over', 'POST /users/me/reassign-tickets', handOver, 'handOverTickets', {
    permission: 'TICKET_UPDATE',
    timeoutMs: 60_000,
  }),
  operation('users.unified-inbox', 'GET /users/unified-inbox', inbox, 'listUnifiedInbox', {
    surface: 'account',
    page: { default: 50, max: 100 },
    errors: ['INVALID_QUERY', 'PROJECT_FORBIDDEN'],
  }),
  operation(
    'users.unified-inbox-ticket',
    'GET /users/unified-inbox/{ticketId}',
    inbox,
    'getUnifiedInboxTicket',
    {
      surface: 'account',
      passesUnknownQuery: true,
      out: 'ticket',
    },
  ),
];
