import type {
  GetTeamsOfMemberRequest,
  GetTeamsOfMemberResponse,
} from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findTeamsOfMember } from './directory.store';

/** Answers the ids of the project's teams that a person is in. */
export const getTeamsOfMember = async (
  deps: Deps,
  { projectId, userId }: GetTeamsOfMemberRequest,
): Promise<Partially<GetTeamsOfMemberResponse>> => ({
  teamIds: await findTeamsOfMember(deps.store.sql, projectId, userId),
});
