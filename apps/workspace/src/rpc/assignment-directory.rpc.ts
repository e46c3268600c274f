import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { getTeamAssignments, listAccessibleProjects } from '../directory';

export const assignmentDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(AssignmentDirectoryServiceDefinition, {
    getTeamAssignments: (request) => getTeamAssignments(deps, request),
    listAccessibleProjects: (request) => listAccessibleProjects(deps, request),
  });
