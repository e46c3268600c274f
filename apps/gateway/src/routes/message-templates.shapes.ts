import type {
  ListMessageTemplatesRequest,
  ListMessageTemplatesResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Shape } from '../rest';

/** "`withCount=true` answers `{ data, totalCount }`", else an array. */
export const listedTemplates: Shape<ListMessageTemplatesRequest, ListMessageTemplatesResponse> = {
  render: (response, { withCount }) => (withCount ? response : response.data),
  schema: {
    oneOf: [
      { type: 'array', items: { $ref: '#/components/schemas/parley.tickets.v1.MessageTemplate' } },
      { $ref: '#/components/schemas/parley.tickets.v1.ListMessageTemplatesResponse' },
    ],
  },
};
