import { projectScope } from '@parley/auth';
import { forbidden, notFound } from '@parley/errors';
import type {
  UpdateProjectMemberRoleRequest,
  UpdateProjectMemberRoleResponse,
} from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { lockProject } from '../projects';
import { readRole } from '../roles';
import { setMemberRole } from './member.store';

/** Changes the role of a direct member: not the own one, and not the creator's. 404 for anyone else. */
export const updateProjectMemberRole = async (
  deps: Deps,
  request: UpdateProjectMemberRoleRequest,
  context: CallContext,
): Promise<Partially<UpdateProjectMemberRoleResponse>> => {
  const { projectId, actor } = projectScope(context.scope);
  const { userId } = request;
  const role = readRole(request.role);
  if ('id' in actor && actor.id === userId) throw forbidden('OWN_ROLE');
  await deps.store.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project?.createdBy === userId) throw forbidden('CREATOR_ROLE');
    if (!(await setMemberRole(tx, projectId, userId, role))) throw notFound('member');
  });
  return { updated: true };
};
