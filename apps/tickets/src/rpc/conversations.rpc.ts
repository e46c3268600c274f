import { implement, type ServiceImplementation } from '@parley/rpc';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import {
  createConversation,
  getConversation,
  getConversationMessage,
  listConversationMessages,
  countUnreadConversations,
  listConversations,
  markConversationRead,
  leaveEmail,
  rateConversationMessage,
  sendConversationMessage,
  setNetworkLogs,
  closeConversation,
  rateConversation,
  reopenConversation,
  updateConversation,
} from '../conversations';
import type { Deps } from '../deps';

const { methods } = ConversationsServiceDefinition;

export const conversationsRpc = (deps: Deps): ServiceImplementation =>
  implement(ConversationsServiceDefinition, {
    listConversations: (request, context) => listConversations(deps, request, context),
    countUnreadConversations: (request, context) => countUnreadConversations(deps, request, context),
    createConversation: deps.effects.once(methods.createConversation, (request, context) =>
      createConversation(deps, request, context),
    ),
    getConversation: (request, context) => getConversation(deps, request, context),
    updateConversation: (request, context) => updateConversation(deps, request, context),
    closeConversation: (request, context) => closeConversation(deps, request, context),
    reopenConversation: (request, context) => reopenConversation(deps, request, context),
    readConversation: (request, context) => markConversationRead(deps, request, context),
    setNetworkLogs: (request, context) => setNetworkLogs(deps, request, context),
    leaveEmail: (request, context) => leaveEmail(deps, request, context),
    rateConversation: (request, context) => rateConversation(deps, request, context),
    listConversationMessages: (request, context) => listConversationMessages(deps, request, context),
    sendConversationMessage: (request, context) => sendConversationMessage(deps, request, context),
    getConversationMessage: (request, context) => getConversationMessage(deps, request, context),
    rateConversationMessage: (request, context) => rateConversationMessage(deps, request, context),
  });
