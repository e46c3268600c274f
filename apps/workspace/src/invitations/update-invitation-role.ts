import { demand, projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  UpdateInvitationRoleRequest,
  UpdateInvitationRoleResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { readRole } from '../roles';
import { isWithin } from './invitation';
import { organisationAdminsOnly } from './invitation.errors';
import { presentInvitation } from './invitation.present';
import { lockInvitation, setInvitationRole } from './invitation.store';
import { demandOrganisationAdmin } from './organisation-admin';

/**
 * Changes the role that an invitation will grant. One to the organisation needs an admin of it. The role admin needs MEMBER_UPDATE,
 * as it does for a member: no caller grants more than the own role can.
 */
export const updateInvitationRole = async (
  deps: Deps,
  request: UpdateInvitationRoleRequest,
  context: CallContext,
): Promise<Partially<UpdateInvitationRoleResponse>> => {
  const scope = projectScope(context.scope);
  const role = readRole(request.role);
  const row = await deps.store.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, request.invitationId);
    if (!invitation || !isWithin(invitation, scope, new Date())) throw notFound('invitation');
    if (invitation.type === 'organisation') {
      if (scope.actor.type !== 'user') throw organisationAdminsOnly('INVITATION_UPDATE');
      await demandOrganisationAdmin(tx, invitation.targetId, scope.actor.id, 'INVITATION_UPDATE');
    } else if (role === 'admin') demand(scope, 'MEMBER_UPDATE');
    return setInvitationRole(tx, invitation.id, role);
  });
  return { invitation: presentInvitation(row) };
};
