export { type Assignment, assignNew, assignTickets, assignTo, waitFrom } from './assign-tickets';
export { openAssigner } from './assigner';
export { WORK } from './assignment.store';
export { createDrainer, queuesJob } from './drain-queues';
export { createTeamRules, type TeamRules, type TeamRulesReader } from './team-rules';
