import { projectScope } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import { callerId } from '../caller-id';
import type { Deps } from '../deps';
import type { Viewer } from './template';

/** The caller with the teams that it is in now; service accounts are in none. */
export const loadViewer = async (
  { memberships }: Pick<Deps, 'memberships'>,
  context: CallContext,
): Promise<Viewer> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const userId = callerId(actor) ?? '';
  if (actor.type !== 'user') return { projectId, organisationId, userId, teamIds: [] };
  const { teamIds } = await memberships.getTeamsOfMember({ projectId, userId }, context);
  return { projectId, organisationId, userId, teamIds };
};
