import { implement, type ServiceImplementation } from '@parley/rpc';
import { MessageTemplatesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import { type Deps } from '../deps';
import { createMessageTemplate } from '../templates/create-message-template';
import { deleteMessageTemplate } from '../templates/delete-message-template';
import { getMessageTemplate } from '../templates/get-message-template';
import { listMessageTemplateTags } from '../templates/list-message-template-tags';
import { listMessageTemplates } from '../templates/list-message-templates';
import { updateMessageTemplate } from '../templates/update-message-template';

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
