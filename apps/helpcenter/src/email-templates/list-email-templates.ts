import { projectScope } from '@parley/auth';
import type {
  ListEmailTemplatesRequest,
  ListEmailTemplatesResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentTemplate } from './email-template.present';
import { listTemplateRows } from './email-template.store';

/** The project's e-mail templates, oldest first unless asked for another order. */
export const listEmailTemplates = async (
  { store }: Pick<Deps, 'store'>,
  request: ListEmailTemplatesRequest,
  context: CallContext,
): Promise<Partially<ListEmailTemplatesResponse>> => {
  const { projectId } = projectScope(context.scope);
  return { templates: (await listTemplateRows(store, projectId, request)).map(presentTemplate) };
};
