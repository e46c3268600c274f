import { userOf } from '@parley/auth';
import { type GetCurrentUserResponse } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { accountGone } from './user.errors';
import { presentUser } from './user.present';
import { findUser } from './user.store';

/** Answers the caller's own account. */
export const getCurrentUser = async (
  deps: Deps,
  context: CallContext,
): Promise<Partially<GetCurrentUserResponse>> => {
  const user = await findUser(deps.store, userOf(context.scope).id);
  if (!user) throw accountGone();
  return { user: presentUser(user) };
};
