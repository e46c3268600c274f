import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid } from '@parley/errors';
import { FIRST_RANK, newId, rankAfter, runTransaction, timeOfId } from '@parley/persistence';
import type {
  CreateMessageTemplateRequest,
  CreateMessageTemplateResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { callerId } from '../caller-id';
import { checkShares } from './check-shares';
import type { TemplateRow } from './template';
import { readTemplate } from './template.input';
import { presentTemplate } from './template.present';
import { toSearchText } from './template.search';
import { insertTemplate, lockLastRank } from './template.store';

/** Creates a template after the last one. */
export const createMessageTemplate = async (
  deps: Pick<Deps, 'db' | 'clock' | 'references'>,
  request: CreateMessageTemplateRequest,
  context: OnceContext<CreateMessageTemplateResponse>,
): Promise<CreateMessageTemplateResponse> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const patch = readTemplate(request);
  const { title = '', content, plainContent = '' } = patch;
  if (content === undefined) throw invalid({ field: 'content', message: 'is required' });
  await checkShares(deps, context, projectId, patch);
  const id = newId(deps.clock().getTime());
  const createdAt = timeOfId(id);
  return runTransaction(deps.db, async (tx) => {
    const last = await lockLastRank(tx, projectId);
    const template: TemplateRow = {
      isPublic: false,
      userIds: [],
      teamIds: [],
      tags: [],
      ticketTypes: [],
      attachments: [],
      actions: [],
      ...patch,
      title,
      content,
      plainContent,
      searchText: toSearchText(title, plainContent),
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      projectId,
      id,
      organisationId,
      createdBy: callerId(actor) ?? '',
      createdAt,
      updatedAt: createdAt,
    };
    await insertTemplate(tx, template);
    const response = { template: presentTemplate(template) };
    await context.record(tx, response);
    return response;
  });
};
