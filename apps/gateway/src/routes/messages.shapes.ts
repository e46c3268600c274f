import {
  type FindMessagesRequest,
  type FindMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { type Shape } from '../rest/operation';

/** "`paginated=true` answers `{ items, hasMore, nextBefore }`, else an array." */
export const foundMessages: Shape<FindMessagesRequest, FindMessagesResponse> = {
  render: (response, { paginated }) => (paginated ? response : response.items),
  schema: {
    oneOf: [
      { type: 'array', items: { $ref: '#/components/schemas/parley.tickets.v1.Message' } },
      { $ref: '#/components/schemas/parley.tickets.v1.FindMessagesResponse' },
    ],
  },
};
