import { projectScope } from '@parley/auth';
import type {
  GetEmailTemplateRequest,
  GetEmailTemplateResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { emailTemplateNotFound } from './email-template.errors';
import { presentTemplate } from './email-template.present';
import { findTemplate } from './email-template.store';

/** An e-mail template of the project; 404 for any other. */
export const getEmailTemplate = async (
  { store }: Pick<Deps, 'store'>,
  { emailTemplateId: id }: GetEmailTemplateRequest,
  context: CallContext,
): Promise<Partially<GetEmailTemplateResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await findTemplate(store, projectId, id);
  if (!row) throw emailTemplateNotFound();
  return { template: presentTemplate(row) };
};
