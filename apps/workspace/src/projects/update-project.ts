import { demand } from '@parley/auth';
import type {
  UpdateProjectRequest,
  UpdateProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { projectChange } from './project-change';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { lockProject, updateProjectRow } from './project.store';
import { roleIn } from './role-in';

/** Changes a project's settings. Needs PROJECT_UPDATE in that project, whatever project the call names. */
export const updateProject = async (
  deps: Deps,
  request: UpdateProjectRequest,
  context: CallContext,
): Promise<Partially<UpdateProjectResponse>> => {
  const { actor } = context.scope;
  const { projectId } = request;
  const role = await roleIn(deps.store.sql, context.scope, projectId);
  if (!role) throw projectForbidden();
  demand({ actor, role }, 'PROJECT_UPDATE');
  const row = await deps.store.transaction(async (tx) => {
    const before = await lockProject(tx, projectId);
    if (!before) throw projectForbidden();
    return updateProjectRow(tx, projectId, {
      ...projectChange(deps, before, request),
      updatedAt: new Date(),
    });
  });
  return { project: presentProject(deps, row, role) };
};
