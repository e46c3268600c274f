export { agentsRpc } from './agents.rpc';
export { frontendToolsRpc } from './frontend-tools.rpc';
export { s2sContactsRpc } from './s2s-contacts.rpc';
export { s2sConversationsRpc } from './s2s-conversations.rpc';
export { streamDirectoryRpc, streamRpc } from './stream.rpc';
export { workflowsRpc } from './workflows.rpc';
