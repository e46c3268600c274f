import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { type Deps } from '../deps';
import { answerFaqSuggestion } from '../messages/answer-faq-suggestion';
import { checkMessage } from '../messages/check-message';
import { createMessage } from '../messages/create-message';
import { createThreadReply } from '../messages/create-thread-reply';
import { deleteMessage } from '../messages/delete-message';
import { findMessages } from '../messages/find-messages';
import { listThread } from '../messages/list-thread';
import { searchMessages } from '../messages/search-messages';
import { setReaction } from '../messages/set-reaction';
import { updateMessage } from '../messages/update-message';

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
