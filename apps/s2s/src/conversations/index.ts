export { closeConversation } from './close-conversation';
export { createConsumerConversation, createOwnConversation } from './create-conversation';
export { listConsumerConversations, listOwnConversations } from './list-conversations';
export { setTyping } from './set-typing';
