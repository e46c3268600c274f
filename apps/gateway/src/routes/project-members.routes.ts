import { ProjectMembersServiceDefinition as members } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { operation } from '../rest';

export const projectMemberOperations = [
  operation('project-members.list', 'GET /projects/users', members, 'listProjectMembers', {
    permission: 'MEMBER_FIND',
    page: { default: 1000, max: 1000 },
    out: 'members',
  }),
  operation(
    'project-members.update-role',
    'PUT /projects/users/{userId}',
    members,
    'updateProjectMemberRole',
    {
      permission: 'MEMBER_UPDATE',
      ids: { userId: 'member' },
      out: 'updated',
      exists: 'checkProjectMember',
      errors: ['OWN_ROLE', 'CREATOR_ROLE'],
    },
  ),
  operation('project-members.remove', 'DELETE /projects/users/{userId}', members, 'removeProjectMember', {
    permission: 'MEMBER_DELETE',
    ids: { userId: 'member' },
    out: 'removed',
    errors: ['CREATOR_ROLE'],
  }),
];
