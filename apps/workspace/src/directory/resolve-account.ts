import type {
  ResolveAccountRequest,
  ResolveAccountResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { accountGone } from '../users';
import { findAccountState } from './directory.store';

/** Resolves whether an account was verified, and since when its tokens are good. 401 INVALID_TOKEN when it is gone. */
export const resolveAccount = async (
  deps: Deps,
  { userId }: ResolveAccountRequest,
): Promise<Partially<ResolveAccountResponse>> => {
  const state = await findAccountState(deps.store.sql, userId);
  if (!state) throw accountGone();
  return state;
};
