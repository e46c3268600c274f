import { projectScope } from '@parley/auth';
import {
  type DeleteWebhookRequest,
  type DeleteWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { webhookNotFound } from './webhook.errors';
import { presentWebhook } from './webhook.present';
import { removeWebhook } from './webhook.store';

/** Deletes a webhook with its deliveries and answers what it was. 404 outside the project. */
export const deleteWebhook = async (
  deps: Pick<Deps, 'store' | 'sealer'>,
  { webhookId }: DeleteWebhookRequest,
  context: CallContext,
): Promise<Partially<DeleteWebhookResponse>> => {
  const scope = projectScope(context.scope);
  const row = await removeWebhook(deps.store, scope.projectId, webhookId);
  if (!row) throw webhookNotFound();
  return { webhook: presentWebhook(deps, row, scope) };
};
