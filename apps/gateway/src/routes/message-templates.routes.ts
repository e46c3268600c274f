import { MessageTemplatesServiceDefinition as templates } from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import { operation } from '../rest';

export const messageTemplateOperations = [
  operation('message-templates.list', 'GET /message-templates', templates, 'listMessageTemplates', {
    permission: 'TEMPLATE_FIND',
    page: { default: 100, max: 1000 },
    out: { list: 'data', wholeIf: 'withCount' },
  }),
  operation('message-templates.create', 'POST /message-templates', templates, 'createMessageTemplate', {
    permission: 'TEMPLATE_CREATE',
    out: 'template',
  }),
  operation(
    'message-templates.list-tags',
    'GET /message-templates/tags',
    templates,
    'listMessageTemplateTags',
    {
      permission: 'TEMPLATE_FIND',
      out: 'tags',
    },
  ),
  operation(
    'message-templates.get',
    'GET /message-templates/{messageTemplateId}',
    templates,
    'getMessageTemplate',
    {
      permission: 'TEMPLATE_FIND',
      out: 'template',
    },
  ),
  operation(
    'message-templates.update',
    'PUT /message-templates/{messageTemplateId}',
    templates,
    'updateMessageTemplate',
    {
      permission: 'TEMPLATE_UPDATE',
      out: 'template',
    },
  ),
  operation(
    'message-templates.delete',
    'DELETE /message-templates/{messageTemplateId}',
    templates,
    'deleteMessageTemplate',
    {
      permission: 'TEMPLATE_DELETE',
      out: 'template',
    },
  ),
];
