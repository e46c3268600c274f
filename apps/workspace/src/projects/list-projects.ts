import { requireUser } from '@parley/auth';
import type {
  ListProjectsRequest,
  ListProjectsResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findAccessible } from './project-access.store';
import { presentProject } from './project.present';
import { listProjectsByIds } from './project.store';

/** Lists the projects the caller can open: created, joined, or of an organisation the caller belongs to; oldest first. */
export const listProjects = async (
  deps: Deps,
  request: ListProjectsRequest,
  context: CallContext,
): Promise<Partially<ListProjectsResponse>> => {
  const access = await findAccessible(deps.store.sql, requireUser(context.scope).id, request);
  const roles = new Map(access.map(({ id, role }) => [id, role]));
  const rows = await listProjectsByIds(deps.store, [...roles.keys()]);
  return {
    projects: rows.flatMap((row) => {
      const role = roles.get(row.id);
      return role ? [presentProject(deps, row, role)] : [];
    }),
  };
};
