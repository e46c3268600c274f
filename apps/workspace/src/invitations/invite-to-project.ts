import { demand, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  InviteToProjectRequest,
  InviteToProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readRole } from '../roles';
import { invite } from './invite';

/** Invites people to the project. The role admin needs MEMBER_UPDATE, as it does for a member. Answers the addresses of those with access already. */
export const inviteToProject = async (
  deps: Deps,
  { emails, role: wanted }: InviteToProjectRequest,
  context: OnceContext<InviteToProjectResponse>,
): Promise<Partially<InviteToProjectResponse>> => {
  const scope = projectScope(context.scope);
  const { projectId, organisationId, actor } = scope;
  const role = wanted === undefined ? undefined : readRole(wanted);
  if (role === 'admin') demand(scope, 'MEMBER_UPDATE');
  return invite(deps, { type: 'project', id: projectId, organisationId }, { emails, role }, actor, context);
};
