import { ProjectsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { createProject } from '../projects/create-project';
import { getProject } from '../projects/get-project';
import { listProjects } from '../projects/list-projects';
import { updateProject } from '../projects/update-project';

const { methods } = ProjectsServiceDefinition;

export const projectsRpc = (deps: Deps): ServiceImplementation =>
  implement(ProjectsServiceDefinition, {
    listProjects: (request, context) => listProjects(deps, request, context),
    createProject: deps.effects.once(methods.createProject, (request, context) =>
      createProject(deps, request, context),
    ),
    getProject: (request, context) => getProject(deps, request, context),
    updateProject: (request, context) => updateProject(deps, request, context),
  });
