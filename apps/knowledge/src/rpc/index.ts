export { aiModelsRpc } from './ai-models.rpc';
export { codeRpc } from './code.rpc';
export { evalsRpc } from './evals.rpc';
export { createImplementations } from './implementations';
export { websitesRpc } from './websites.rpc';
