import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import {
  answerFaqSuggestion,
  checkMessage,
  createMessage,
  createThreadReply,
  deleteMessage,
  findMessages,
  listThread,
  searchMessages,
  setReaction,
  updateMessage,
} from '../messages';

const { methods } = MessagesServiceDefinition;

export const messagesRpc = (deps: Deps): ServiceImplementation =>
  implement(MessagesServiceDefinition, {
    findMessages: (request, context) => findMessages(deps, request, context),
    createMessage: (request, context) => createMessage(deps, request, context),
    searchMessages: (request, context) => searchMessages(deps, request, context),
    updateMessage: (request, context) => updateMessage(deps, request, context),
    deleteMessage: (request, context) => deleteMessage(deps, request, context),
    listThread: (request, context) => listThread(deps, request, context),
    createThreadReply: (request, context) => createThreadReply(deps, request, context),
    setReaction: (request, context) => setReaction(deps, request, context),
    answerFaqSuggestion: deps.effects.once(methods.answerFaqSuggestion, (request, context) =>
      answerFaqSuggestion(deps, request, context),
    ),
    checkMessage: (request, context) => checkMessage(deps, request, context),
  });
