import type { Invitation } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import type { Partially } from '@parley/rpc';
import type { InvitationRow } from './invitation.store';

/** A stored invitation as the public document. */
export const presentInvitation = (row: InvitationRow): Partially<Invitation> => ({
  id: row.id,
  _id: row.id,
  email: row.email,
  role: row.role,
  type: row.type,
  organisation: row.organisationId,
  project: row.type === 'project' ? row.targetId : undefined,
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
