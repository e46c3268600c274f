export { createWorkspaceClient, type Workspace } from './workspace';
