import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateEmailTemplateRequest,
  CreateEmailTemplateResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { languageChangesAfter } from '../localised';
import { namesNoLanguage } from '@parley/localised';
import { changedTemplate } from './email-template.input';
import { presentTemplate } from './email-template.present';
import { readTemplateSent } from './email-template.work';
import { insertTemplate } from './email-template.store';
import { toEditor } from './write-template';

/** Creates an e-mail template; its HTML is cleaned. */
export const createEmailTemplate = async (
  { store, workspace, clock }: Pick<Deps, 'store' | 'workspace' | 'clock'>,
  sent: CreateEmailTemplateRequest,
  context: OnceContext<CreateEmailTemplateResponse>,
): Promise<Partially<CreateEmailTemplateResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const language = namesNoLanguage(sent.subject, sent.htmlContent)
    ? await workspace.defaultLanguage(projectId, context)
    : '';
  const nothing = { title: '', subject: {}, htmlContent: {} };
  const fields = changedTemplate(nothing, await readTemplateSent(sent, [], language));
  const at = clock();
  const { subject, htmlContent } = fields;
  const row = {
    projectId,
    id: newId(at.getTime()),
    organisationId,
    ...fields,
    lastEditedBy: toEditor(actor),
    languageChanges: languageChangesAfter({}, {}, { subject, htmlContent }, at),
    createdAt: at,
    updatedAt: at,
  };
  return store.transaction(async (tx) => {
    await insertTemplate(tx, row);
    const answer = { template: presentTemplate(row) };
    await context.record(tx.sql, answer);
    return answer;
  });
};
