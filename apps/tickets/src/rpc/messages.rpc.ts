import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { type Deps } from '../deps';
import { createMessage } from '../messages/create-message';
import { findMessages } from '../messages/find-messages';

export const messagesRpc = (deps: Deps): ServiceImplementation =>
  implement(MessagesServiceDefinition, {
    findMessages: (request, context) => findMessages(deps, request, context),
    createMessage: (request, context) => createMessage(deps, request, context),
  });
