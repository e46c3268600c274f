import { requireUser } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { forbidden } from '@parley/errors';
import type {
  InviteToOrganisationRequest,
  InviteToOrganisationResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { invite } from './invite';
import { demandOrganisationAdmin } from './organisation-admin';

/** Invites people to an organisation. For its admins with a verified address. Answers the addresses of its members. */
export const inviteToOrganisation = async (
  deps: Deps,
  { organisationId, emails }: InviteToOrganisationRequest,
  context: OnceContext<InviteToOrganisationResponse>,
): Promise<Partially<InviteToOrganisationResponse>> => {
  const user = requireUser(context.scope);
  await demandOrganisationAdmin(deps.store, organisationId, user.id, 'INVITATION_CREATE');
  if (!user.confirmed) throw forbidden('EMAIL_UNCONFIRMED');
  const target = { type: 'organisation', id: organisationId, organisationId } as const;
  return invite(deps, target, { emails }, user, context);
};
