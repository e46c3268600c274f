import { EmailTemplatesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  listEmailTemplates,
  updateEmailTemplate,
} from '../email-templates';

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
