import { EmailTemplatesServiceDefinition as templates } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { operation } from '../rest';

/** E-mails that the team writes once, in several languages. */
export const emailTemplateOperations = [
  operation('email-templates.list', 'GET /email-templates', templates, 'listEmailTemplates', {
    permission: 'ENGAGEMENT_FIND',
    page: { default: 100, max: 100 },
    out: 'templates',
  }),
  operation('email-templates.create', 'POST /email-templates', templates, 'createEmailTemplate', {
    permission: 'ENGAGEMENT_CREATE',

    out: 'template',
  }),
  operation('email-templates.get', 'GET /email-templates/{emailTemplateId}', templates, 'getEmailTemplate', {
    permission: 'ENGAGEMENT_FIND',
    out: 'template',
  }),
  operation(
    'email-templates.update',
    'PUT /email-templates/{emailTemplateId}',
    templates,
    'updateEmailTemplate',
    {
      permission: 'ENGAGEMENT_UPDATE',
      out: 'template',
    },
  ),
  operation(
    'email-templates.delete',
    'DELETE /email-templates/{emailTemplateId}',
    templates,
    'deleteEmailTemplate',
    {
      permission: 'ENGAGEMENT_DELETE',
      out: 'template',
    },
  ),
];
