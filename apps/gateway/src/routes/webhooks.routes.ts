import { WebhooksServiceDefinition as webhooks } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { operation } from '../rest';

export const webhookOperations = [
  operation('webhooks.list', 'GET /webhooks', webhooks, 'listWebhooks', {
    permission: 'WEBHOOK_FIND',
    page: { default: 1000, max: 1000 },
    out: 'webhooks',
  }),
  operation('webhooks.create', 'POST /webhooks', webhooks, 'createWebhook', {
    permission: 'WEBHOOK_CREATE',
    out: 'webhook',
    errors: ['WEBHOOK_LIMIT_REACHED'],
  }),
  operation('webhooks.get', 'GET /webhooks/{webhookId}', webhooks, 'getWebhook', {
    permission: 'WEBHOOK_FIND',
    out: 'webhook',
  }),
  operation('webhooks.update', 'PUT /webhooks/{webhookId}', webhooks, 'updateWebhook', {
    permission: 'WEBHOOK_UPDATE',
    out: 'webhook',
  }),
  operation('webhooks.delete', 'DELETE /webhooks/{webhookId}', webhooks, 'deleteWebhook', {
    permission: 'WEBHOOK_DELETE',
    out: 'webhook',
  }),
  operation(
    'webhooks.deliveries',
    'GET /webhooks/{webhookId}/deliveries',
    webhooks,
    'listWebhookDeliveries',
    {
      permission: 'WEBHOOK_FIND',
      page: { default: 50, max: 100 },
      out: 'deliveries',
    },
  ),
  operation(
    'webhooks.redeliver',
    'POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    webhooks,
    'redeliverWebhook',
    {
      permission: 'WEBHOOK_UPDATE',
      out: 'delivery',
      exists: 'checkWebhookDelivery',
      errors: ['WEBHOOK_DISABLED'],
    },
  ),
  operation(
    'webhooks.rotate-secret',
    'POST /webhooks/{webhookId}/rotate-secret',
    webhooks,
    'rotateWebhookSecret',
    {
      permission: 'WEBHOOK_UPDATE',
      out: 'webhook',
    },
  ),
];
