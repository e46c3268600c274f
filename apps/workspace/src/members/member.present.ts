import type { ProjectMember } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import type { Partially } from '@parley/rpc';
import type { ProjectMemberRow } from './member.store';

/** A person with access as the public document: an allow-list. */
export const presentProjectMember = (row: ProjectMemberRow): Partially<ProjectMember> => ({
  id: row.id,
  _id: row.id,
  email: row.email,
  name: row.name,
  firstName: row.firstName ?? undefined,
  lastName: row.lastName ?? undefined,
  profileImageUrl: row.profileImageUrl ?? undefined,
  type: row.type,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
});
