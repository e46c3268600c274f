import { invalid } from '@parley/errors';
import { S2sConversationsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { createOwnConversation } from '../conversations/create-conversation';
import { listOwnConversations } from '../conversations/list-conversations';
import { ownerOf } from '../conversations/owner';
import { setTyping } from '../conversations/set-typing';
import { type Deps } from '../deps';

/** Conversations of contacts: the tickets service decides about them, once it is known which contact they must belong to. */
export const s2sConversationsRpc = (deps: Deps): ServiceImplementation => {
  const { conversations } = deps;
  return implement(S2sConversationsServiceDefinition, {
    listOwnConversations: (request, context) => listOwnConversations(deps, request, context),
    createOwnConversation: (request, context) => createOwnConversation(deps, request, context),
    getConversation: async ({ conversationId, ...request }, context) =>
      conversations.getConversation(
        { conversationId, contactId: await ownerOf(deps, request, context) },
        context,
      ),
    updateConversation: async ({ consumerId, ...request }, context) =>
      conversations.updateConversation(
        { ...request, contactId: await ownerOf(deps, { consumerId }, context) },
        context,
      ),
    closeConversation: async ({ conversationId, ...request }, context) =>
      conversations.closeConversation(
        { conversationId, contactId: await ownerOf(deps, request, context) },
        context,
      ),
    reopenConversation: async ({ conversationId, ...request }, context) =>
      conversations.reopenConversation(
        { conversationId, contactId: await ownerOf(deps, request, context) },
        context,
      ),
    readConversation: async ({ conversationId, messageId, ...request }, context) =>
      conversations.readConversation(
        { conversationId, contactId: await ownerOf(deps, request, context), messageId },
        context,
      ),
    setTyping: (request, context) => setTyping(deps, request, context),
    setNetworkLogs: async ({ conversationId, networkLogs, ...request }, context) => {
      const contactId = await ownerOf(deps, request, context);
      const { count } = await conversations.setNetworkLogs(
        { conversationId, contactId, networkLogs },
        context,
      );
      return { success: true, count };
    },
    rateConversation: async ({ conversationId, rating, ...request }, context) =>
      conversations.rateConversation(
        { conversationId, contactId: await ownerOf(deps, request, context), rating: rating ?? 0 },
        context,
      ),
    listConversationMessages: async ({ conversationId, after, limit, ...request }, context) =>
      conversations.listConversationMessages(
        { conversationId, contactId: await ownerOf(deps, request, context), after, limit },
        context,
      ),
    sendConversationMessage: async ({ consumerId, ...request }, context) =>
      conversations.sendConversationMessage(
        { ...request, contactId: await ownerOf(deps, { consumerId }, context) },
        context,
      ),
    getConversationMessage: async ({ messageId, ...request }, context) => {
      const contactId = await ownerOf(deps, request, context);
      const { message } = await conversations.getConversationMessage({ messageId, contactId }, context);
      return { message };
    },
    rateConversationMessage: async ({ messageId, rating, nulls, ...request }, context) => {
      if (rating === undefined && !nulls.includes('rating'))
        throw invalid({ field: 'rating', message: 'is required: up, down or null' });
      const contactId = await ownerOf(deps, request, context);
      return conversations.rateConversationMessage({ messageId, contactId, rating }, context);
    },
  });
};
