import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { FIRST_RANK, newId, rankAfter } from '@parley/persistence';
import type {
  CreateTeamRequest,
  CreateTeamResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requiredName } from '../names';
import { lockProject } from '../projects';
import { readTeamOptions } from './team-change';
import { checkedMembers } from './team-members';
import { teamUpdated } from './team.events';
import { presentTeam } from './team.present';
import { insertTeam, lastRank } from './team.store';

/** Creates a team, after the last one unless the caller says where. */
export const createTeam = async (
  deps: Deps,
  request: CreateTeamRequest,
  context: OnceContext<CreateTeamResponse>,
): Promise<Partially<CreateTeamResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const name = requiredName(request.name);
  const options = readTeamOptions(request);
  const { assignmentMethod } = request;
  const response = await deps.store.transaction(async (tx) => {
    // Two creates at once would otherwise take the same place.
    await lockProject(tx, projectId);
    const last = await lastRank(tx, projectId);
    const team = await insertTeam(tx, projectId, {
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      ...options,
      id: newId(),
      name,
      assignmentMethod,
      members: await checkedMembers(tx, projectId, request.members),
    });
    await deps.events.append(tx.sql, [teamUpdated(team, context)]);
    const created = { team: presentTeam(team, organisationId) };
    await context.record(tx.sql, created);
    return created;
  });
  deps.events.wake();
  return response;
};
