import { invalid } from '@parley/errors';
import type {
  GetTeamAssignmentsRequest,
  GetTeamAssignmentsResponse,
} from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { openingAt } from '@parley/opening-hours';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentMember } from '../users';
import { findTeamAssignments } from './team-assignment.store';

/** Most teams of one call: each may have 500 members, and the answer must fit into one message. */
const MAX_TEAMS = 20;

/** Answers how teams assign their tickets, and whether they are closed now. 400 for more than 20 teams. */
export const getTeamAssignments = async (
  deps: Deps,
  { teams }: GetTeamAssignmentsRequest,
): Promise<Partially<GetTeamAssignmentsResponse>> => {
  if (teams.length > MAX_TEAMS)
    throw invalid({ field: 'teams', message: `takes at most ${MAX_TEAMS} teams` });
  const now = deps.clock();
  const rows = await findTeamAssignments(deps.store.sql, teams);
  return {
    teams: rows.map(({ limitsTickets, ticketAmount, operatingHours, members, ...team }) => ({
      ...team,
      closed: !openingAt(operatingHours ?? undefined, now).isOpen,
      ticketLimit: limitsTickets ? (ticketAmount ?? undefined) : undefined,
      members: members.map(({ available, ...member }) => ({ member: presentMember(member), available })),
    })),
  };
};
