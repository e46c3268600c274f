import { projectScope, requireUser } from '@parley/auth';
import type { GetCurrentUserResponse } from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findServiceAccount } from '../service-accounts';
import { accountGone } from './user.errors';
import { presentServiceAccountAsUser, presentUser } from './user.present';
import { findUser } from './user.store';

/** Answers the caller's own account: a person's, or that of a program. */
export const getCurrentUser = async (
  deps: Deps,
  context: CallContext,
): Promise<Partially<GetCurrentUserResponse>> => {
  const { actor } = context.scope;
  if (actor.type === 'service') {
    const { projectId } = projectScope(context.scope);
    const account = await findServiceAccount(deps.store, projectId, actor.id);
    if (!account) throw accountGone();
    return { user: presentServiceAccountAsUser(account) };
  }
  const user = await findUser(deps.store, requireUser(context.scope).id);
  if (!user) throw accountGone();
  return { user: presentUser(user) };
};
