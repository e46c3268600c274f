import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetMessageTemplateRequest,
  GetMessageTemplateResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { presentTemplate } from './template.present';
import { findTemplate } from './template.store';
import { loadViewer } from './viewer';

/** A template that the caller sees; 404 for any other. */
export const getMessageTemplate = async (
  deps: Pick<Deps, 'db' | 'memberships'>,
  { messageTemplateId }: GetMessageTemplateRequest,
  context: CallContext,
): Promise<GetMessageTemplateResponse> => {
  if (!isId(messageTemplateId)) throw notFound('message_template');
  const row = await findTemplate(deps.db, await loadViewer(deps, context), messageTemplateId);
  if (!row) throw notFound('message_template');
  return { template: presentTemplate(row) };
};
