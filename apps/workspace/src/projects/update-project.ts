import { demand, userOf } from '@parley/auth';
import {
  type UpdateProjectRequest,
  type UpdateProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { findAccess } from './project-access.store';
import { projectChange } from './project-change';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { lockProject, updateProjectRow } from './project.store';

/** Changes a project's settings. Needs PROJECT_UPDATE in that project, whatever project the call names. */
export const updateProject = async (
  deps: Deps,
  request: UpdateProjectRequest,
  context: CallContext,
): Promise<Partially<UpdateProjectResponse>> => {
  const { actor } = context.scope;
  const { projectId } = request;
  const access = await findAccess(deps.store.sql, userOf(context.scope).id, projectId);
  if (!access) throw projectForbidden();
  demand({ actor, role: access.role }, 'PROJECT_UPDATE');
  const row = await deps.store.transaction(async (tx) => {
    const before = await lockProject(tx, projectId);
    if (!before) throw projectForbidden();
    return updateProjectRow(tx, projectId, {
      ...projectChange(deps, before, request),
      updatedAt: new Date(),
    });
  });
  return { project: presentProject(deps, row, access.role) };
};
