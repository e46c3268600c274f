export { createProject } from './create-project';
export { getProject } from './get-project';
export { listProjects } from './list-projects';
export { findAccess, listAccess } from './project-access.store';
export { projectForbidden } from './project.errors';
export { findProject, lockProject } from './project.store';
export { effectiveFeatures, type Features, integrationContext, sessionSecretContext } from './project';
export { rotateSessionSecret } from './rotate-session-secret';
export { updateProject } from './update-project';
