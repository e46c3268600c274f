import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentDelivery } from './delivery.present';
import { listDeliveryRows } from './delivery.store';
import { findWebhook } from './webhook.store';

/** Lists the deliveries of a webhook, the newest first unless asked for another order. 404 outside the project. */
export const listWebhookDeliveries = async (
  deps: Pick<Deps, 'store'>,
  { webhookId, before, status, ...query }: ListWebhookDeliveriesRequest,
  context: CallContext,
): Promise<Partially<ListWebhookDeliveriesResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (!(await findWebhook(deps.store, projectId, webhookId))) throw notFound('webhook');
  const rows = await listDeliveryRows(deps.store.sql, projectId, webhookId, { before, status, ...query });
  return { deliveries: rows.map(presentDelivery) };
};
