import { requireUser } from '@parley/auth';
import type {
  ListMyInvitationsRequest,
  ListMyInvitationsResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { accountGone, findUser } from '../users';
import { presentInvitation } from './invitation.present';
import { listInvitationsTo } from './invitation.store';

/** Lists the invitations to the caller's address; none while it is not proved to be the caller's. */
export const listMyInvitations = async (
  deps: Deps,
  request: ListMyInvitationsRequest,
  context: CallContext,
): Promise<Partially<ListMyInvitationsResponse>> => {
  const user = await findUser(deps.store, requireUser(context.scope).id);
  if (!user) throw accountGone();
  const rows = user.confirmed ? await listInvitationsTo(deps.store, user.email, request) : [];
  return { invitations: rows.map(presentInvitation) };
};
