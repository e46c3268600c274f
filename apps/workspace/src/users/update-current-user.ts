import { isDeepStrictEqual } from 'node:util';
import { requireUser } from '@parley/auth';
import type {
  UpdateCurrentUserRequest,
  UpdateCurrentUserResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { NO_PROJECT } from './account-mails';
import { fullName } from './user';
import { userChange } from './user-change';
import { accountGone } from './user.errors';
import { presentPresence } from './presence.present';
import { presentUser } from './user.present';
import { lockUser, updateUser, type UserRow } from './user.store';

/** The fields that other services copy. */
const told = ['firstName', 'lastName', 'profileImageUrl', 'available', 'unavailableProjects'] as const;

/** Whether the person looks different from now on, or is available elsewhere. */
const differs = (before: UserRow, after: UserRow): boolean =>
  told.some((property) => !isDeepStrictEqual(before[property], after[property]));

/** Changes the caller's own account; the id in the path says nothing. */
export const updateCurrentUser = async (
  deps: Deps,
  request: UpdateCurrentUserRequest,
  context: CallContext,
): Promise<Partially<UpdateCurrentUserResponse>> => {
  const { id } = requireUser(context.scope);
  const change = userChange(request);
  const user = await deps.store.transaction(async (tx) => {
    const before = await lockUser(tx, id);
    if (!before) throw accountGone();
    const { firstName, lastName } = { ...before, ...change };
    const renamed = change.firstName !== undefined || change.lastName !== undefined;
    const after = await updateUser(tx, id, {
      ...change,
      ...(renamed && { name: fullName(firstName, lastName) }),
      updatedAt: new Date(),
    });
    if (differs(before, after)) {
      await deps.events.append(tx.sql, [
        {
          subject: 'workspace.v1.user.updated',
          projectId: NO_PROJECT,
          aggregateId: id,
          payload: presentPresence(after),
          headers: eventHeaders(context),
        },
      ]);
    }
    return after;
  });
  deps.events.wake();
  return { user: presentUser(user) };
};
