import { userOf } from '@parley/auth';
import {
  type GetProjectRequest,
  type GetProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { findAccess } from './project-access.store';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { findProject } from './project.store';

/** Answers a project with its settings to whoever has access to it. */
export const getProject = async (
  deps: Deps,
  { projectId }: GetProjectRequest,
  context: CallContext,
): Promise<Partially<GetProjectResponse>> => {
  const access = await findAccess(deps.store.sql, userOf(context.scope).id, projectId);
  const row = access && (await findProject(deps.store, projectId));
  if (!row) throw projectForbidden();
  return { project: presentProject(deps, row, access.role) };
};
