import { unauthenticated } from '@parley/errors';
import type {
  ResolveServiceTokenRequest,
  ResolveServiceTokenResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { SERVICE_ACCOUNT_ROLE } from '../service-accounts';
import { useServiceToken } from './directory.store';

/** Resolves a service account by the SHA-256 of its token. 401 INVALID_TOKEN when it is unknown or revoked. */
export const resolveServiceToken = async (
  deps: Deps,
  { tokenHash }: ResolveServiceTokenRequest,
): Promise<Partially<ResolveServiceTokenResponse>> => {
  const caller = await useServiceToken(deps.store.sql, tokenHash);
  if (!caller) throw unauthenticated('INVALID_TOKEN', 'The token is unknown or was revoked.');
  return {
    ...caller,
    role: SERVICE_ACCOUNT_ROLE,
    requestLimitPerMinute: caller.requestLimitPerMinute ?? 0,
  };
};
