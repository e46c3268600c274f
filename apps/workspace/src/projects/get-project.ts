import type {
  GetProjectRequest,
  GetProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { findProject } from './project.store';
import { roleIn } from './role-in';

/** Answers a project with its settings to a caller with access to it. */
export const getProject = async (
  deps: Deps,
  { projectId }: GetProjectRequest,
  context: CallContext,
): Promise<Partially<GetProjectResponse>> => {
  const role = await roleIn(deps.store.sql, context.scope, projectId);
  const row = role && (await findProject(deps.store, projectId));
  if (!row) throw projectForbidden();
  return { project: presentProject(deps, row, role) };
};
