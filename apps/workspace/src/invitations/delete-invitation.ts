import { type Actor, demand, requireUser } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteInvitationRequest,
  DeleteInvitationResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMembership } from '../organisations';
import { findAccess } from '../projects';
import { findUser } from '../users';
import { organisationAdminsOnly } from './invitation.errors';
import { deleteInvitationRow, findInvitation, type InvitationRow } from './invitation.store';

/** Lets pass who may invite there: 403 for other members, 404 for those who cannot know the invitation. */
const demandInviter = async (
  { store }: Deps,
  { type, targetId }: InvitationRow,
  actor: Extract<Actor, { type: 'user' }>,
): Promise<void> => {
  if (type === 'organisation') {
    const membership = await findMembership(store, targetId, actor.id);
    if (!membership) throw notFound('invitation');
    if (membership.role !== 'admin') throw organisationAdminsOnly('INVITATION_DELETE');
    return;
  }
  const access = await findAccess(store.sql, actor.id, targetId);
  if (!access) throw notFound('invitation');
  demand({ actor, role: access.role }, 'INVITATION_DELETE');
};

/** Deletes an invitation: for the invited person, and for those who may invite there. */
export const deleteInvitation = async (
  deps: Deps,
  { invitationId }: DeleteInvitationRequest,
  context: CallContext,
): Promise<Partially<DeleteInvitationResponse>> => {
  const actor = requireUser(context.scope);
  const invitation = await findInvitation(deps.store, invitationId);
  if (!invitation) throw notFound('invitation');
  const user = await findUser(deps.store, actor.id);
  const invited = user?.confirmed === true && user.email === invitation.email;
  if (!invited) await demandInviter(deps, invitation, actor);
  if (!(await deleteInvitationRow(deps.store, invitationId))) throw notFound('invitation');
  return { deleted: true };
};
