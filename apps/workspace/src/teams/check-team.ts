import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckTeamRequest,
  CheckTeamResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { teamExists } from './team.store';

/** 404 unless the project has such a team. */
export const checkTeam = async (
  deps: Deps,
  { teamId }: CheckTeamRequest,
  context: CallContext,
): Promise<Partially<CheckTeamResponse>> => {
  if (!(await teamExists(deps.store, projectScope(context.scope).projectId, teamId))) throw notFound('team');
  return {};
};
