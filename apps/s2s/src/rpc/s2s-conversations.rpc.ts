import { invalid } from '@parley/errors';
import { S2sConversationsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { type CallContext, implement, type ServiceImplementation } from '@parley/rpc';
import { createOwnConversation, listOwnConversations, setTyping, closeConversation } from '../conversations';
import { findOwner } from '../core';
import type { Deps } from '../deps';
import { answerWorkflowStep, getWorkflowStep, runWorkflow } from '../runs';

/** Conversations of contacts: the tickets service decides about them, once it is known which contact they must belong to. */
export const s2sConversationsRpc = (deps: Deps): ServiceImplementation => {
  const { conversations } = deps;

  /** A request of the tickets service: the contact in place of what names it. */
  const owned = async <Request extends { consumerId?: string | undefined }>(
    { consumerId, ...request }: Request,
    context: CallContext,
  ): Promise<Omit<Request, 'consumerId'> & { contactId: string | undefined }> => ({
    ...request,
    contactId: await findOwner(deps, { consumerId }, context),
  });

  return implement(S2sConversationsServiceDefinition, {
    listOwnConversations: (request, context) => listOwnConversations(deps, request, context),
    createOwnConversation: (request, context) => createOwnConversation(deps, request, context),
    getConversation: async (request, context) =>
      conversations.getConversation(await owned(request, context), context),
    updateConversation: async (request, context) =>
      conversations.updateConversation(await owned(request, context), context),
    closeConversation: (request, context) => closeConversation(deps, request, context),
    getWorkflowStep: (request, context) => getWorkflowStep(deps, request, context),
    answerWorkflowStep: (request, context) => answerWorkflowStep(deps, request, context),
    runWorkflow: (request, context) => runWorkflow(deps, request, context),
    reopenConversation: async (request, context) =>
      conversations.reopenConversation(await owned(request, context), context),
    readConversation: async (request, context) =>
      conversations.readConversation(await owned(request, context), context),
    setTyping: (request, context) => setTyping(deps, request, context),
    setNetworkLogs: async (request, context) => {
      const { count } = await conversations.setNetworkLogs(await owned(request, context), context);
      return { success: true, count };
    },
    leaveEmail: async (request, context) => conversations.leaveEmail(await owned(request, context), context),
    sendTranscript: async (request, context) =>
      conversations.sendConversationTranscript(await owned(request, context), context),
    rateConversation: async (request, context) => {
      const { rating = 0 } = request;
      return conversations.rateConversation({ ...(await owned(request, context)), rating }, context);
    },
    listConversationMessages: async (request, context) =>
      conversations.listConversationMessages(await owned(request, context), context),
    sendConversationMessage: async (request, context) =>
      conversations.sendConversationMessage(await owned(request, context), context),
    getConversationMessage: async (request, context) => {
      const { message } = await conversations.getConversationMessage(await owned(request, context), context);
      return { message };
    },
    rateConversationMessage: async (request, context) => {
      const { rating, nulls } = request;
      if (rating === undefined && !nulls.includes('rating'))
        throw invalid({ field: 'rating', message: 'is required: up, down or null' });
      return conversations.rateConversationMessage(await owned(request, context), context);
    },
  });
};
