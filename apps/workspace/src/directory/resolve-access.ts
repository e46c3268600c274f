import type {
  ResolveAccessRequest,
  ResolveAccessResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findAccess, projectForbidden } from '../projects';

/** Resolves a user's role in a project. 403 PROJECT_FORBIDDEN without one. */
export const resolveAccess = async (
  deps: Deps,
  { userId, projectId }: ResolveAccessRequest,
): Promise<Partially<ResolveAccessResponse>> => {
  const access = await findAccess(deps.store.sql, userId, projectId);
  if (!access) throw projectForbidden();
  return { ...access, requestLimitPerMinute: access.requestLimitPerMinute ?? 0 };
};
