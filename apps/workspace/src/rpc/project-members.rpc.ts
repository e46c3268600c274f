import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  checkProjectMember,
  listProjectMembers,
  removeProjectMember,
  updateProjectMemberRole,
} from '../members';

export const projectMembersRpc = (deps: Deps): ServiceImplementation =>
  implement(ProjectMembersServiceDefinition, {
    listProjectMembers: (request, context) => listProjectMembers(deps, request, context),
    updateProjectMemberRole: (request, context) => updateProjectMemberRole(deps, request, context),
    removeProjectMember: (request, context) => removeProjectMember(deps, request, context),
    checkProjectMember: (request, context) => checkProjectMember(deps, request, context),
  });
