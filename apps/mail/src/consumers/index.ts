export { onWorkspace, WORKSPACE_DURABLE } from './on-workspace';
