export { chargebee } from './chargebee';
export { lemonSqueezy } from './lemon-squeezy';
export { LOOK_UP_TIMEOUT_MS, lookUp } from './look-up';
export { shopify } from './shopify';
export { stripe } from './stripe';
