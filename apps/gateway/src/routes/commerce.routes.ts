import { CommerceServiceDefinition as commerce } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { operation } from '../rest';
import { shopifyCustomer } from './commerce.shapes';

export const commerceOperations = [
  operation('sessions.stripe', 'GET /sessions/{sessionId}/stripe', commerce, 'getStripeCustomer', {
    surface: 'dashboard',
    permission: 'SESSION_FIND',
  }),
  operation('sessions.chargebee', 'GET /sessions/{sessionId}/chargebee', commerce, 'getChargebeeCustomer', {
    surface: 'dashboard',
    permission: 'SESSION_FIND',
  }),
  operation(
    'sessions.lemonsqueezy',
    'GET /sessions/{sessionId}/lemonsqueezy',
    commerce,
    'getLemonSqueezyCustomer',
    { surface: 'dashboard', permission: 'SESSION_FIND' },
  ),
  operation('sessions.shopify', 'GET /sessions/{sessionId}/shopify', commerce, 'getShopifyCustomer', {
    surface: 'dashboard',
    permission: 'SESSION_FIND',
    out: shopifyCustomer,
  }),
];
