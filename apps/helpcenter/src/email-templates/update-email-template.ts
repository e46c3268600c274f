import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  UpdateEmailTemplateRequest,
  UpdateEmailTemplateResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { changedTemplate } from './email-template.input';
import { presentTemplate } from './email-template.present';
import { readTemplateSent } from './email-template.work';
import { lockTemplate } from './email-template.store';
import { writeTemplate } from './write-template';

/** Changes an e-mail template. What changes nothing writes nothing. */
export const updateEmailTemplate = async (
  { store, workspace, clock }: Pick<Deps, 'store' | 'workspace' | 'clock'>,
  { emailTemplateId: id, nulls, ...sent }: UpdateEmailTemplateRequest,
  context: CallContext,
): Promise<Partially<UpdateEmailTemplateResponse>> => {
  const { projectId, actor } = projectScope(context.scope);
  const language = namesNoLanguage(sent.subject, sent.htmlContent)
    ? await workspace.defaultLanguage(projectId, context)
    : '';
  const change = await readTemplateSent(sent, nulls, language);
  const row = await store.transaction(async (tx) => {
    const before = await lockTemplate(tx, projectId, id);
    if (!before) throw notFound('email_template');
    return writeTemplate(tx, before, changedTemplate(before, change), actor, clock());
  });
  return { template: presentTemplate(row) };
};
