import type { WebhookDelivery } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Partially } from '@parley/rpc';
import type { DeliveryRow } from './delivery.store';
import { makeMessageId } from './sign-delivery';

/** A stored delivery as the public document. */
export const presentDelivery = (row: DeliveryRow): Partially<WebhookDelivery> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  webhook: row.webhookId,
  messageId: makeMessageId(row.eventId),
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  // While it is being sent, what comes next is not known yet.
  nextAttemptAt: row.status === 'pending' ? row.dueAt.toISOString() : undefined,
  deliveredAt: row.deliveredAt?.toISOString(),
  createdAt: row.createdAt.toISOString(),
});
