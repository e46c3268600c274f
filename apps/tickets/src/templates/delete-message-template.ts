import { notFound } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  DeleteMessageTemplateRequest,
  DeleteMessageTemplateResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { presentTemplate } from './template.present';
import { deleteTemplate, lockTemplate } from './template.store';
import { loadViewer } from './viewer';

/** Deletes a template that the caller sees and answers its last state. */
export const deleteMessageTemplate = async (
  deps: Pick<Deps, 'db' | 'memberships'>,
  { messageTemplateId: id }: DeleteMessageTemplateRequest,
  context: CallContext,
): Promise<DeleteMessageTemplateResponse> => {
  if (!isId(id)) throw notFound('message_template');
  const viewer = await loadViewer(deps, context);
  const row = await runTransaction(deps.db, async (tx) => {
    const template = await lockTemplate(tx, viewer, id);
    if (!template) throw notFound('message_template');
    await deleteTemplate(tx, template);
    return template;
  });
  return { template: presentTemplate(row) };
};
