import { CommerceServiceDefinition as commerce } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { operation } from '../rest';
import { shopifyCustomer } from './commerce.shapes';

export const commerceOperations = [
  operation('sessions.stripe', 'GET /sessions/{sessionId}/stripe', commerce, 'getStripeCustomer', {
    permission: 'SESSION_FIND',
  }),
  operation('sessions.chargebee', 'GET /sessions/{sessionId}/chargebee', commerce, 'getChargebeeCustomer', {
    permission: 'SESSION_FIND',
  }),
  operation(
    'sessions.lemonsqueezy',
    'GET /sessions/{sessionId}/lemonsqueezy',
    commerce,
    'getLemonSqueezyCustomer',
    { permission: 'SESSION_FIND' },
  ),
  operation('sessions.shopify', 'GET /sessions/{sessionId}/shopify', commerce, 'getShopifyCustomer', {
    permission: 'SESSION_FIND',
    out: shopifyCustomer,
  }),
];
