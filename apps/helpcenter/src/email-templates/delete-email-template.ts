import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteEmailTemplateRequest,
  DeleteEmailTemplateResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentTemplate } from './email-template.present';
import { deleteTemplateRow, lockTemplate } from './email-template.store';

/** Deletes an e-mail template and answers its last state. */
export const deleteEmailTemplate = async (
  { store }: Pick<Deps, 'store'>,
  { emailTemplateId: id }: DeleteEmailTemplateRequest,
  context: CallContext,
): Promise<Partially<DeleteEmailTemplateResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await store.transaction(async (tx) => {
    const template = await lockTemplate(tx, projectId, id);
    if (!template) throw notFound('email_template');
    await deleteTemplateRow(tx, template);
    return template;
  });
  return { template: presentTemplate(row) };
};
