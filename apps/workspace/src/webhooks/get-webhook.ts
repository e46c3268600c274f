import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetWebhookRequest,
  GetWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentWebhook } from './webhook.present';
import { findWebhook } from './webhook.store';

/** Answers a webhook. 404 outside the project. */
export const getWebhook = async (
  deps: Pick<Deps, 'store' | 'sealer'>,
  { webhookId }: GetWebhookRequest,
  context: CallContext,
): Promise<Partially<GetWebhookResponse>> => {
  const scope = projectScope(context.scope);
  const row = await findWebhook(deps.store, scope.projectId, webhookId);
  if (!row) throw notFound('webhook');
  return { webhook: presentWebhook(deps, row, scope) };
};
