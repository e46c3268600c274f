import { ProjectsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import { createProject, getProject, listProjects, updateProject } from '../projects';

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
