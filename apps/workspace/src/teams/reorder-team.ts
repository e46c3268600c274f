import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  ReorderTeamRequest,
  ReorderTeamResponse,
} from '@parley/proto/generated/parley/workspace/v1/teams_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentTeam } from './team.present';
import { lockTeam, updateTeamRow } from './team.store';

/** Moves a team. Teams that get the same rank at once follow by id, so that every reader sees one order. */
export const reorderTeam = async (
  deps: Deps,
  { teamId, lexorank }: ReorderTeamRequest,
  context: CallContext,
): Promise<Partially<ReorderTeamResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const row = await deps.store.transaction(async (tx) => {
    if (!(await lockTeam(tx, projectId, teamId))) throw notFound('team');
    return updateTeamRow(tx, projectId, teamId, { lexorank, updatedAt: new Date() });
  });
  return { team: presentTeam(row, organisationId) };
};
