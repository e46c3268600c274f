import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckProjectMemberRequest,
  CheckProjectMemberResponse,
} from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { isCreatorOrMember } from './member.store';

/** 404 unless the person is the project's creator or a direct member. */
export const checkProjectMember = async (
  deps: Deps,
  { userId }: CheckProjectMemberRequest,
  context: CallContext,
): Promise<Partially<CheckProjectMemberResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (!(await isCreatorOrMember(deps.store, projectId, userId))) throw notFound('member');
  return {};
};
