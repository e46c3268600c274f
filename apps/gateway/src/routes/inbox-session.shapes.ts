import type {
  SignInRequest,
  SignInResponse,
} from '@parley/proto/generated/parley/gateway/v1/inbox_session_service';
import type { Shape } from '../rest';

/** The account alone: the token is in the cookie. */
export const signedIn: Shape<SignInRequest, SignInResponse> = {
  render: ({ user }) => ({ user }),
  schema: {
    type: 'object',
    required: ['user'],
    properties: {
      user: { description: 'The account.', $ref: '#/components/schemas/parley.workspace.v1.User' },
    },
  },
};
