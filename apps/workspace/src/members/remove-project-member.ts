import { projectScope } from '@parley/auth';
import { forbidden, notFound } from '@parley/errors';
import type {
  RemoveProjectMemberRequest,
  RemoveProjectMemberResponse,
} from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { type CallContext, eventHeaders, type Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { lockProject } from '../projects';
import { leaveTeams } from '../teams';
import { deleteViewsOf } from '../views';
import { deleteMember } from './member.store';

/** Takes a direct member out of the project and of all its teams; the account is kept. */
export const removeProjectMember = async (
  deps: Deps,
  { userId }: RemoveProjectMemberRequest,
  context: CallContext,
): Promise<Partially<RemoveProjectMemberResponse>> => {
  const { projectId } = projectScope(context.scope);
  await deps.store.transaction(async (tx) => {
    // The lock keeps a team from adding the person at the same time.
    const project = await lockProject(tx, projectId);
    if (project?.createdBy === userId) throw forbidden('CREATOR_ROLE');
    if (!(await deleteMember(tx, projectId, userId))) throw notFound('member');
    await leaveTeams(tx, projectId, userId);
    await deleteViewsOf(tx.sql, projectId, userId);
    await deps.events.append(tx.sql, [
      {
        subject: 'workspace.v1.member.removed',
        projectId,
        aggregateId: userId,
        payload: { projectId, userId },
        headers: eventHeaders(context),
      },
    ]);
  });
  deps.events.wake();
  return { removed: true };
};
