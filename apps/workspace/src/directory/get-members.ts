import type {
  GetMembersRequest,
  GetMembersResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentMember, findMembers } from '../users';
import { limitIds } from './limit-ids';

/** Answers the people and service accounts among the ids that have access to the project. 400 for more than 500 ids. */
export const getMembers = async (
  deps: Deps,
  { projectId, userIds }: GetMembersRequest,
): Promise<Partially<GetMembersResponse>> => {
  const rows = await findMembers(deps.store.sql, projectId, limitIds('userIds', userIds));
  return { members: rows.map(presentMember) };
};
