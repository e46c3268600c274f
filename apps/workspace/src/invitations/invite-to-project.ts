import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  InviteToProjectRequest,
  InviteToProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { invite } from './invite';

/** Invites people to the project. Answers the addresses of those with access already. */
export const inviteToProject = async (
  deps: Deps,
  { emails }: InviteToProjectRequest,
  context: OnceContext<InviteToProjectResponse>,
): Promise<Partially<InviteToProjectResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  return invite(deps, { type: 'project', id: projectId, organisationId }, emails, actor, context);
};
