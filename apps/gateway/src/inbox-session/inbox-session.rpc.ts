import { InboxSessionServiceDefinition } from '@parley/proto/generated/parley/gateway/v1/inbox_session_service';
import type { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { type Client, implement, type ServiceImplementation } from '@parley/rpc';
import { decodeJwt } from 'jose';

/** Dependencies of the RPCs. */
export interface InboxSessionRpcDeps {
  users: Pick<Client<typeof UsersServiceDefinition>, 'login'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Signs in as the login does. The cookie itself is set and cleared by the pipeline. */
export const inboxSessionRpc = ({ users, now }: InboxSessionRpcDeps): ServiceImplementation =>
  implement(InboxSessionServiceDefinition, {
    signIn: async (request, context) => {
      const { token, user } = await users.login(request, context);
      const { exp = 0 } = decodeJwt(token);
      return { token, maxAge: Math.max(0, Math.floor(exp - now() / 1000)), user };
    },
    signOut: async () => ({ success: true }),
  });
