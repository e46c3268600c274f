export { learnTeam, onWorkspace, WORKSPACE_DURABLE } from './on-workspace';
