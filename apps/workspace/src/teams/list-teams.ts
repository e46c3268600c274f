import { projectScope } from '@parley/auth';
import type {
  ListTeamsRequest,
  ListTeamsResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentTeam } from './team.present';
import { listTeamRows } from './team.store';

/** Lists the project's teams, by their position unless asked for another order. */
export const listTeams = async (
  deps: Deps,
  request: ListTeamsRequest,
  context: CallContext,
): Promise<Partially<ListTeamsResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const rows = await listTeamRows(deps.store, projectId, request);
  return { teams: rows.map((row) => presentTeam(row, organisationId)) };
};
