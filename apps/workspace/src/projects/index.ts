export { createProject } from './create-project';
export { getProject } from './get-project';
export { listProjects } from './list-projects';
export { findAccess, listAccess } from './project-access.store';
export { withProvenDomain } from './helpcenter-domain';
export { projectForbidden } from './project.errors';
export { findProject, lockProject } from './project.store';
export {
  effectiveFeatures,
  type Features,
  integrationContext,
  secretKeyContext,
  sessionSecretContext,
} from './project';
export { rotateProjectSecretKey } from './rotate-project-secret-key';
export { rotateSessionSecret } from './rotate-session-secret';
export { updateProject } from './update-project';
export { verifyHelpcenterDomain } from './verify-helpcenter-domain';
