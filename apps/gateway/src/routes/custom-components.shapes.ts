import type {
  ListCustomComponentsRequest,
  ListCustomComponentsResponse,
} from '@parley/proto/generated/parley/workspace/v1/custom_components_service';
import type { Shape } from '../rest';

const component = { $ref: '#/components/schemas/parley.workspace.v1.CustomComponent' };

/** "`withCount=true` answers `{ data, totalCount }`"; otherwise the components. */
export const listedComponents: Shape<ListCustomComponentsRequest, ListCustomComponentsResponse> = {
  render: (response, { withCount }) => (withCount ? response : response.data),
  schema: {
    oneOf: [
      { type: 'array', items: component },
      { $ref: '#/components/schemas/parley.workspace.v1.ListCustomComponentsResponse' },
    ],
  },
};
