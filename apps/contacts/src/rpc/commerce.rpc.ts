import { CommerceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/commerce_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { chargebee } from '../commerce/chargebee';
import { lemonSqueezy } from '../commerce/lemon-squeezy';
import { lookUp } from '../commerce/look-up';
import { shopify } from '../commerce/shopify';
import { stripe } from '../commerce/stripe';
import { type Deps } from '../deps';

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
