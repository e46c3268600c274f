import { EmailTemplatesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { createEmailTemplate } from '../email-templates/create-email-template';
import { deleteEmailTemplate } from '../email-templates/delete-email-template';
import { getEmailTemplate } from '../email-templates/get-email-template';
import { listEmailTemplates } from '../email-templates/list-email-templates';
import { updateEmailTemplate } from '../email-templates/update-email-template';

const { methods } = EmailTemplatesServiceDefinition;

export const emailTemplatesRpc = (deps: Deps): ServiceImplementation =>
  implement(EmailTemplatesServiceDefinition, {
    listEmailTemplates: (request, context) => listEmailTemplates(deps, request, context),
    createEmailTemplate: deps.effects.once(methods.createEmailTemplate, (request, context) =>
      createEmailTemplate(deps, request, context),
    ),
    getEmailTemplate: (request, context) => getEmailTemplate(deps, request, context),
    updateEmailTemplate: (request, context) => updateEmailTemplate(deps, request, context),
    deleteEmailTemplate: (request, context) => deleteEmailTemplate(deps, request, context),
  });
