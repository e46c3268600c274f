import { AssignmentDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { getTeamAssignments } from '../directory/get-team-assignments';
import { listAccessibleProjects } from '../directory/list-accessible-projects';

export const assignmentDirectoryRpc = (deps: Deps): ServiceImplementation =>
  implement(AssignmentDirectoryServiceDefinition, {
    getTeamAssignments: (request) => getTeamAssignments(deps, request),
    listAccessibleProjects: (request) => listAccessibleProjects(deps, request),
  });
