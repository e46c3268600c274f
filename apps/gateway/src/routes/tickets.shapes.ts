import type {
  SearchTicketsRequest,
  SearchTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { Shape } from '../rest';

/** "Hits are ticket documents with `score` (relevance, replaces the stored score) and `highlight`." */
export const ticketHits: Shape<SearchTicketsRequest, SearchTicketsResponse> = {
  render: ({ hits }) => ({ hits: hits.map(({ ticket, highlight }) => ({ ...ticket, highlight })) }),
  schema: {
    type: 'object',
    description: 'What was found, best first.',
    required: ['hits'],
    properties: {
      hits: {
        type: 'array',
        description: 'At most 30 tickets.',
        items: {
          allOf: [
            { $ref: '#/components/schemas/parley.tickets.v1.Ticket' },
            {
              type: 'object',
              properties: {
                highlight: {
                  type: 'object',
                  description: 'Snippets with `<em>` around what matched, by field.',
                  additionalProperties: { type: 'string' },
                },
              },
            },
          ],
        },
      },
    },
  },
};
