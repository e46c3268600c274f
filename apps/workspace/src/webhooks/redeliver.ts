import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { conflict, notFound } from '@parley/errors';
import { hastenJob } from '@parley/jobs';
import type {
  RedeliverWebhookRequest,
  RedeliverWebhookResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentDelivery } from './delivery.present';
import { hasDelivery, redeliverRow } from './delivery.store';
import { webhookJob } from './webhook-jobs';
import { findWebhook } from './webhook.store';

/** Sends a delivery again, under its `webhook-id`. 404 outside the project or webhook, 409 WEBHOOK_DISABLED. */
export const redeliverWebhook = async (
  deps: Pick<Deps, 'store' | 'db' | 'clock'>,
  { webhookId, deliveryId }: RedeliverWebhookRequest,
  context: OnceContext<RedeliverWebhookResponse>,
): Promise<Partially<RedeliverWebhookResponse>> => {
  const { projectId } = projectScope(context.scope);
  const webhook = await findWebhook(deps.store, projectId, webhookId);
  if (!webhook) throw notFound('webhook');
  if (!webhook.enabled) {
    const isKnown = await hasDelivery(deps.store, projectId, webhookId, deliveryId);
    throw isKnown ? conflict('WEBHOOK_DISABLED') : notFound('webhook_delivery');
  }
  return deps.db.transaction(async (tx) => {
    const row = await redeliverRow(tx, projectId, webhookId, deliveryId, deps.clock());
    if (!row) throw notFound('webhook_delivery');
    const expected = { delivery: presentDelivery(row) };
    await hastenJob(tx, webhookJob, {}, { projectId, key: webhookId, now: deps.clock() });
    await context.record(tx, expected);
    return expected;
  });
};
