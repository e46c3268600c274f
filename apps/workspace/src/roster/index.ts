export { streamMembers, streamTeams } from './stream-roster';
