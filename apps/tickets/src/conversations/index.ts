export { type ConversationWriters, createConversationWriters } from './conversation-writer.store';
export { MAX_ATTRIBUTES } from './conversation.input';
export { createConversation } from './create-conversation';
export { getConversationMessage } from './get-conversation-message';
export { getConversation } from './get-conversation';
export { getTicketExchange } from './get-ticket-exchange';
export { leaveEmail } from './leave-email';
export { listConversationMessages } from './list-conversation-messages';
export { countUnreadConversations, listConversations } from './list-conversations';
export { markConversationRead } from './mark-conversation-read';
export { rateConversationMessage } from './rate-conversation-message';
export { sendConversationMessage } from './send-conversation-message';
export { setNetworkLogs } from './set-network-logs';
export {
  closeConversation,
  rateConversation,
  reopenConversation,
  updateConversation,
} from './update-conversation';
