import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  UpdateTeamRequest,
  UpdateTeamResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { lockProject } from '../projects';
import { teamChange } from './team-change';
import { checkedMembers } from './team-members';
import { teamUpdated } from './team.events';
import { presentTeam } from './team.present';
import { lockTeam, updateTeamRow } from './team.store';

/** Changes a team. 404 outside the project. */
export const updateTeam = async (
  deps: Deps,
  request: UpdateTeamRequest,
  context: CallContext,
): Promise<Partially<UpdateTeamResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const { teamId, members } = request;
  const row = await deps.store.transaction(async (tx) => {
    if (members) await lockProject(tx, projectId);
    if (!(await lockTeam(tx, projectId, teamId))) throw notFound('team');
    const team = await updateTeamRow(tx, projectId, teamId, {
      ...teamChange(request),
      ...(members && { members: await checkedMembers(tx, projectId, members) }),
      updatedAt: new Date(),
    });
    await deps.events.append(tx.sql, [teamUpdated(team, context)]);
    return team;
  });
  deps.events.wake();
  return { team: presentTeam(row, organisationId) };
};
