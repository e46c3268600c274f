import type {
  ListContactActivitiesRequest,
  ListContactActivitiesResponse,
} from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import type { Shape } from '../rest';

/** "Tickets of other sessions in the project sharing the same email are included and flagged `isFromDuplicateSession`." */
export const contactActivities: Shape<ListContactActivitiesRequest, ListContactActivitiesResponse> = {
  render: ({ activities }) =>
    activities.map(({ ticket, isFromDuplicateSession }) => ({ ...ticket, isFromDuplicateSession })),
  schema: {
    type: 'array',
    description: 'The tickets, newest activity first.',
    items: {
      allOf: [
        { $ref: '#/components/schemas/parley.tickets.v1.Ticket' },
        {
          type: 'object',
          required: ['isFromDuplicateSession'],
          properties: {
            isFromDuplicateSession: {
              type: 'boolean',
              description: 'Whether it belongs to another session with the same e-mail address.',
            },
          },
        },
      ],
    },
  },
};
