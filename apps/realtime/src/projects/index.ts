export { getRealtimeConfig } from './get-realtime-config';
export { createProjects, type Project, type Projects } from './projects';
