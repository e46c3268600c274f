import { notFound } from '@parley/errors';
import type {
  CheckInvitationRequest,
  CheckInvitationResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { isWithin } from './invitation';
import { findInvitation } from './invitation.store';

/** 404 unless there is such an invitation: in a project one to it or to its organisation, otherwise any. */
export const checkInvitation = async (
  deps: Deps,
  { invitationId }: CheckInvitationRequest,
  { scope }: CallContext,
): Promise<Partially<CheckInvitationResponse>> => {
  const invitation = await findInvitation(deps.store, invitationId);
  if (!invitation) throw notFound('invitation');
  if (scope.projectId !== undefined && !isWithin(invitation, scope, new Date())) throw notFound('invitation');
  return {};
};
