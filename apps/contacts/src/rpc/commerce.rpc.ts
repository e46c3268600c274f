import { CommerceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { chargebee, lemonSqueezy, lookUp, shopify, stripe } from '../commerce';
import type { Deps } from '../deps';

export const commerceRpc = (deps: Deps): ServiceImplementation =>
  implement(CommerceServiceDefinition, {
    getStripeCustomer: async ({ sessionId }, context) =>
      (await lookUp(deps, stripe, sessionId, context)) ?? {},
    getChargebeeCustomer: async ({ sessionId }, context) =>
      (await lookUp(deps, chargebee, sessionId, context)) ?? {},
    getLemonSqueezyCustomer: async ({ sessionId }, context) =>
      (await lookUp(deps, lemonSqueezy, sessionId, context)) ?? {},
    getShopifyCustomer: async ({ sessionId }, context) =>
      (await lookUp(deps, shopify, sessionId, context)) ?? {},
  });
