import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteTeamRequest,
  DeleteTeamResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { teamDeleted } from './team.events';
import { presentTeam } from './team.present';
import { deleteTeamRow, lockTeam } from './team.store';

/** Deletes a team and answers its last state. 404 outside the project. */
export const deleteTeam = async (
  deps: Deps,
  { teamId }: DeleteTeamRequest,
  context: CallContext,
): Promise<Partially<DeleteTeamResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const row = await deps.store.transaction(async (tx) => {
    const team = await lockTeam(tx, projectId, teamId);
    if (!team) throw notFound('team');
    await deleteTeamRow(tx, projectId, teamId);
    await deps.events.append(tx.sql, [teamDeleted(team, context)]);
    return team;
  });
  deps.events.wake();
  return { team: presentTeam(row, organisationId) };
};
