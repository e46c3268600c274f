export { agentAnswersRpc } from './agent-answers.rpc';
export { aiModelsRpc } from './ai-models.rpc';
export { codeRpc } from './code.rpc';
export { contentRpc } from './content.rpc';
export { evalsRpc } from './evals.rpc';
export { knowledgeRpc } from './knowledge.rpc';
export { ticketComparisonRpc } from './ticket-comparison.rpc';
export { websitesRpc } from './websites.rpc';
