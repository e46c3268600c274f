import { WebhooksServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  checkDelivery,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateWebhookSecret,
  updateWebhook,
} from '../webhooks';

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
