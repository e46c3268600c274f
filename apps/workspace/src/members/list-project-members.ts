import { projectScope } from '@parley/auth';
import type {
  ListProjectMembersRequest,
  ListProjectMembersResponse,
} from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentProjectMember } from './member.present';
import { listMemberRows } from './member.store';

/** Lists everyone with access to the project, oldest account first unless asked for another order. */
export const listProjectMembers = async (
  deps: Deps,
  request: ListProjectMembersRequest,
  context: CallContext,
): Promise<Partially<ListProjectMembersResponse>> => {
  const rows = await listMemberRows(deps.store.sql, projectScope(context.scope).projectId, request);
  return { members: rows.map(presentProjectMember) };
};
