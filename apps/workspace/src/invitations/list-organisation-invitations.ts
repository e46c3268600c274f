import { requireUser } from '@parley/auth';
import type {
  ListOrganisationInvitationsRequest,
  ListOrganisationInvitationsResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentInvitation } from './invitation.present';
import { listInvitationsFor } from './invitation.store';
import { demandOrganisationAdmin } from './organisation-admin';

/** Lists the invitations to an organisation for its admins. */
export const listOrganisationInvitations = async (
  deps: Deps,
  { organisationId, ...query }: ListOrganisationInvitationsRequest,
  context: CallContext,
): Promise<Partially<ListOrganisationInvitationsResponse>> => {
  const { id } = requireUser(context.scope);
  await demandOrganisationAdmin(deps.store, organisationId, id, 'INVITATION_FIND');
  const rows = await listInvitationsFor(deps.store, { type: 'organisation', id: organisationId }, query);
  return { invitations: rows.map(presentInvitation) };
};
