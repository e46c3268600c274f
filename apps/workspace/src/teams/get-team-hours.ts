import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  GetTeamHoursRequest,
  GetTeamHoursResponse,
} from '@parley/proto/generated/parley/workspace/v1/team_hours_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { openingAt } from '@parley/opening-hours';
import { findOperatingHours } from './team-hours.store';

/** Most teams of one call. */
const MAX_TEAMS = 100;

/** Answers whether teams of the project are open at a time. 400 for more than 100 teams, or for no time. */
export const getTeamHours = async (
  deps: Pick<Deps, 'store'>,
  { teamIds, at: text }: GetTeamHoursRequest,
  context: CallContext,
): Promise<Partially<GetTeamHoursResponse>> => {
  if (teamIds.length > MAX_TEAMS)
    throw invalid({ field: 'teamIds', message: `takes at most ${MAX_TEAMS} teams` });
  const at = new Date(text ?? '');
  if (Number.isNaN(at.getTime())) throw invalid({ field: 'at', message: 'must be a time' });
  const rows = await findOperatingHours(deps.store.sql, projectScope(context.scope).projectId, teamIds);
  return {
    teams: rows.map(({ id, hours }) => {
      const { isOpen, changesAt } = openingAt(hours ?? undefined, at);
      return { teamId: id, open: isOpen, changesAt: changesAt?.toISOString() };
    }),
  };
};
