export { applyBotAction } from './apply-bot-action';
export { getBotConversation } from './get-bot-conversation';
