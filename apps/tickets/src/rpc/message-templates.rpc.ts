import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessageTemplatesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import {
  createMessageTemplate,
  deleteMessageTemplate,
  getMessageTemplate,
  listMessageTemplateTags,
  listMessageTemplates,
  updateMessageTemplate,
} from '../templates';

const { methods } = MessageTemplatesServiceDefinition;

export const messageTemplatesRpc = (deps: Deps): ServiceImplementation =>
  implement(MessageTemplatesServiceDefinition, {
    listMessageTemplates: (request, context) => listMessageTemplates(deps, request, context),
    createMessageTemplate: deps.effects.once(methods.createMessageTemplate, (request, context) =>
      createMessageTemplate(deps, request, context),
    ),
    listMessageTemplateTags: (_request, context) => listMessageTemplateTags(deps, context),
    getMessageTemplate: (request, context) => getMessageTemplate(deps, request, context),
    updateMessageTemplate: (request, context) => updateMessageTemplate(deps, request, context),
    deleteMessageTemplate: (request, context) => deleteMessageTemplate(deps, request, context),
  });
