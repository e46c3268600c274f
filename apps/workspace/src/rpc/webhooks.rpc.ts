import { WebhooksServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { checkDelivery } from '../webhooks/check-delivery';
import { createWebhook } from '../webhooks/create-webhook';
import { deleteWebhook } from '../webhooks/delete-webhook';
import { getWebhook } from '../webhooks/get-webhook';
import { listDeliveries } from '../webhooks/list-deliveries';
import { listWebhooks } from '../webhooks/list-webhooks';
import { redeliver } from '../webhooks/redeliver';
import { rotateWebhookSecret } from '../webhooks/rotate-webhook-secret';
import { updateWebhook } from '../webhooks/update-webhook';

const { methods } = WebhooksServiceDefinition;

export const webhooksRpc = (deps: Deps): ServiceImplementation =>
  implement(WebhooksServiceDefinition, {
    listWebhooks: (request, context) => listWebhooks(deps, request, context),
    createWebhook: deps.effects.once(methods.createWebhook, (request, context) =>
      createWebhook(deps, request, context),
    ),
    getWebhook: (request, context) => getWebhook(deps, request, context),
    updateWebhook: (request, context) => updateWebhook(deps, request, context),
    deleteWebhook: (request, context) => deleteWebhook(deps, request, context),
    listWebhookDeliveries: (request, context) => listDeliveries(deps, request, context),
    redeliverWebhook: deps.effects.once(methods.redeliverWebhook, (request, context) =>
      redeliver(deps, request, context),
    ),
    checkWebhookDelivery: (request, context) => checkDelivery(deps, request, context),
    rotateWebhookSecret: deps.effects.once(methods.rotateWebhookSecret, (request, context) =>
      rotateWebhookSecret(deps, request, context),
    ),
  });
