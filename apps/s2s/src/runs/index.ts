export { answerWorkflowStep, getWorkflowStep } from './answer-step';
export { workRuns } from './drive';
export { type ContactFate, followContact } from './follow-contact';
export { listWorkflowRuns } from './list-runs';
export {
  aboutConversations,
  concernsRuns,
  CONVERSATIONS_DURABLE,
  findBotEvents,
  onConversations,
} from './on-conversations';
export { onTracked, TRACKED_DURABLE } from './on-tracked';
export { createReleaser } from './release-held';
export { requireRunnable, runTicketWorkflow, runWorkflow, startInNew } from './run-workflow';
export { stopBots } from './stop-bots';
export { trimRuns, trimRunsJob } from './trim-runs';
