import type {
  ResolveRedirectRequest,
  ResolveRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { Shape } from '../rest';

/** "`{ redirect: { url, status: 301 } }`, or `{ redirect: null }`". */
export const resolvedRedirect: Shape<ResolveRedirectRequest, ResolveRedirectResponse> = {
  render: ({ redirect }) => ({ redirect: redirect ?? null }),
  schema: {
    type: 'object',
    properties: {
      redirect: {
        oneOf: [{ $ref: '#/components/schemas/parley.helpcenter.v1.RedirectTarget' }, { type: 'null' }],
      },
    },
    required: ['redirect'],
  },
};
