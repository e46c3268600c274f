import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteWebhookRequest,
  DeleteWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { hastenJob, STANDING } from '@parley/jobs';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { webhookUpkeepJob } from './webhook-jobs';
import { presentWebhook } from './webhook.present';
import { removeWebhook } from './webhook.store';

/** Deletes a webhook with its deliveries and answers its last state. 404 outside the project. */
export const deleteWebhook = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'clock'>,
  { webhookId }: DeleteWebhookRequest,
  context: CallContext,
): Promise<Partially<DeleteWebhookResponse>> => {
  const scope = projectScope(context.scope);
  const row = await deps.store.transaction(async (tx) => {
    await hastenJob(tx.sql, webhookUpkeepJob, {}, { ...STANDING, now: deps.clock() });
    return removeWebhook(tx, scope.projectId, webhookId);
  });
  if (!row) throw notFound('webhook');
  return { webhook: presentWebhook(deps, row, scope) };
};
