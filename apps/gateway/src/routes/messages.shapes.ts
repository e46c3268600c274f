import type {
  SearchMessagesRequest,
  SearchMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Shape } from '../rest';

/** "Hits are message documents with `score` and `highlight`", as those of tickets are. */
export const messageHits: Shape<SearchMessagesRequest, SearchMessagesResponse> = {
  render: ({ hits }) => ({
    hits: hits.map(({ message, score, highlight }) => ({ ...message, score, highlight })),
  }),
  schema: {
    type: 'object',
    description: 'What was found, best first.',
    required: ['hits'],
    properties: {
      hits: {
        type: 'array',
        description: 'At most 30 messages.',
        items: {
          allOf: [
            { $ref: '#/components/schemas/parley.tickets.v1.Message' },
            {
              type: 'object',
              properties: {
                score: {
                  type: 'number',
                  description: 'Relevance from 0 to 1, comparable within one answer.',
                },
                highlight: {
                  type: 'object',
                  description: 'Snippets with `<em>` around what matched, by field: comment, files.',
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
