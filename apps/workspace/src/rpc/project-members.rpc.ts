import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { checkProjectMember } from '../members/check-project-member';
import { listProjectMembers } from '../members/list-project-members';
import { removeProjectMember } from '../members/remove-project-member';
import { updateProjectMemberRole } from '../members/update-project-member-role';

export const projectMembersRpc = (deps: Deps): ServiceImplementation =>
  implement(ProjectMembersServiceDefinition, {
    listProjectMembers: (request, context) => listProjectMembers(deps, request, context),
    updateProjectMemberRole: (request, context) => updateProjectMemberRole(deps, request, context),
    removeProjectMember: (request, context) => removeProjectMember(deps, request, context),
    checkProjectMember: (request, context) => checkProjectMember(deps, request, context),
  });
