import type {
  GetTeamsRequest,
  GetTeamsResponse,
} from '@parley/proto/generated/parley/workspace/v1/directory_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentTeamReference } from '../teams';
import { findTeams } from './directory.store';
import { limitIds } from './limit-ids';

/** Answers the project's teams among the ids, and when they work. 400 for more than 500 ids. */
export const getTeams = async (
  deps: Deps,
  { projectId, teamIds }: GetTeamsRequest,
): Promise<Partially<GetTeamsResponse>> => {
  const rows = await findTeams(deps.store.sql, projectId, limitIds('teamIds', teamIds));
  return {
    teams: rows.map((row) => ({ ...presentTeamReference(row), operatingHours: { ...row.operatingHours } })),
  };
};
