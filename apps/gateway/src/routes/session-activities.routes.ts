import { ContactTicketsServiceDefinition as contactTickets } from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { operation } from '../rest';
import { contactActivities } from './session-activities.shapes';

export const sessionActivityOperations = [
  operation(
    'sessions.activities',
    'GET /sessions/{sessionId}/activities',
    contactTickets,
    'listContactActivities',
    {
      permission: 'TICKET_FIND',
      page: { default: 50, max: 1000 },
      out: contactActivities,
    },
  ),
];
