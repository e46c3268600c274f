import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckWebhookDeliveryRequest,
  CheckWebhookDeliveryResponse,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { hasDelivery } from './delivery.store';
import { findWebhook } from './webhook.store';

/** 404 for a webhook or a delivery that the project does not have. */
export const checkWebhookDelivery = async (
  { store }: Pick<Deps, 'store'>,
  { webhookId, deliveryId }: CheckWebhookDeliveryRequest,
  { scope }: CallContext,
): Promise<CheckWebhookDeliveryResponse> => {
  const { projectId } = projectScope(scope);
  if (!(await findWebhook(store, projectId, webhookId))) throw notFound('webhook');
  if (!(await hasDelivery(store, projectId, webhookId, deliveryId))) throw notFound('webhook_delivery');
  return {};
};
