import { projectScope } from '@parley/auth';
import type {
  ListProjectInvitationsRequest,
  ListProjectInvitationsResponse,
} from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentInvitation } from './invitation.present';
import { listInvitationsFor } from './invitation.store';

/** Lists the invitations to the project. */
export const listProjectInvitations = async (
  deps: Deps,
  request: ListProjectInvitationsRequest,
  context: CallContext,
): Promise<Partially<ListProjectInvitationsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const rows = await listInvitationsFor(deps.store, { type: 'project', id: projectId }, request);
  return { invitations: rows.map(presentInvitation) };
};
