import { projectScope } from '@parley/auth';
import { type ListProjectMembersResponse } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { presentProjectMember } from './member.present';
import { listMemberRows } from './member.store';

/** Lists everyone with access to the project. */
export const listProjectMembers = async (
  deps: Deps,
  context: CallContext,
): Promise<Partially<ListProjectMembersResponse>> => {
  const rows = await listMemberRows(deps.store.sql, projectScope(context.scope).projectId);
  return { members: rows.map(presentProjectMember) };
};
