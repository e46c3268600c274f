import type {
  ListContentRequest,
  ListContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { Shape } from '../rest';

/** "`withCount=true` answers `{ data, totalCount }`", else an array. */
export const listedContent: Shape<ListContentRequest, ListContentResponse> = {
  render: (response, { withCount }) => (withCount ? response : response.data),
  schema: {
    oneOf: [
      { type: 'array', items: { $ref: '#/components/schemas/parley.knowledge.v1.ContentEntry' } },
      { $ref: '#/components/schemas/parley.knowledge.v1.ListContentResponse' },
    ],
  },
};
