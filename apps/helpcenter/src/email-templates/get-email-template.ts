import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetEmailTemplateRequest,
  GetEmailTemplateResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
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
  if (!row) throw notFound('email_template');
  return { template: presentTemplate(row) };
};
