import { ProjectsServiceDefinition as projects } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { operation } from '../rest';

export const projectOperations = [
  operation('projects.list', 'GET /projects', projects, 'listProjects', {
    surface: 'account',
    page: { default: 1000, max: 1000 },
    out: 'projects',
  }),
  operation('projects.create', 'POST /projects', projects, 'createProject', {
    surface: 'account',
    out: 'project',
    errors: ['PERMISSION_DENIED', 'ORGANISATION_NOT_FOUND'],
  }),
  operation('projects.get', 'GET /projects/{projectId}', projects, 'getProject', {
    surface: 'account',
    project: 'path',
    permission: 'PROJECT_FIND',
    out: 'project',
  }),
  operation('projects.update', 'PUT /projects/{projectId}', projects, 'updateProject', {
    surface: 'account',
    project: 'path',
    permission: 'PROJECT_UPDATE',
    out: 'project',
    errors: ['HELPCENTER_SLUG_TAKEN', 'HELPCENTER_DOMAIN_TAKEN'],
  }),
  operation(
    'projects.rotate-secret-key',
    'POST /projects/rotate-secret-key',
    projects,
    'rotateProjectSecretKey',
    { permission: 'PROJECT_UPDATE', out: 'project' },
  ),
  operation('projects.verify-domain', 'POST /helpcenter/verify-domain', projects, 'verifyHelpcenterDomain', {
    permission: 'PROJECT_UPDATE',
    out: 'project',
    errors: ['HELPCENTER_DOMAIN_TAKEN'],
  }),
];
