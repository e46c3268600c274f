import { PushSubscriptionsServiceDefinition as pushes } from '@parley/proto/generated/parley/engagement/v1/push_subscriptions_service';
import { operation } from '../rest';

/** Browsers of contacts that take push notifications. */
export const pushOperations = [
  operation('widget.push-key', 'GET /shared/push-key', pushes, 'getPushKey', { surface: 'widget' }),
  operation('widget.subscribe-push', 'POST /shared/push-subscriptions', pushes, 'subscribePush', {
    surface: 'widget',
  }),
  operation('widget.unsubscribe-push', 'DELETE /shared/push-subscriptions', pushes, 'unsubscribePush', {
    surface: 'widget',
  }),
];
