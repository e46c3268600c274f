export { createAnswerer } from './answer-turns';
export { createAgent } from './create-agent';
export { deleteAgent } from './delete-agent';
export { actLast, createEnder } from './end-agent';
export {
  endEngagements,
  endJob,
  engage,
  findEnded,
  findEngagement,
  noteGone,
  removeEngagement,
} from './engagement.store';
export { handOverFromAgent } from './hand-over';
export { toHold } from './hold';
export { getAgent, listAgents, requireAgent } from './read-agents';
export { updateAgent } from './update-agent';
