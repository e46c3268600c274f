import { type ConfigOf, defineConfig, text } from '@parley/config';

/** Settings of the contacts service beside those every process takes: where the APIs of others are. */
export const contactsTable = defineConfig({
  hubspotUrl: text('HUBSPOT_API_URL', 'https://api.hubapi.com'),
  zendeskUrl: text('ZENDESK_API_URL', 'https://{subdomain}.zendesk.com', {
    description: '`{subdomain}` stands for the one an import names.',
  }),
  freshdeskUrl: text('FRESHDESK_API_URL', 'https://{domain}.freshdesk.com', {
    description: '`{domain}` stands for the one an import names.',
  }),
  stripeUrl: text('STRIPE_API_URL', 'https://api.stripe.com'),
  chargebeeUrl: text('CHARGEBEE_API_URL', 'https://{site}.chargebee.com', {
    description: '`{site}` stands for the one of the integration.',
  }),
  lemonSqueezyUrl: text('LEMONSQUEEZY_API_URL', 'https://api.lemonsqueezy.com'),
  shopifyUrl: text('SHOPIFY_API_URL', 'https://{shopDomain}', {
    description: '`{shopDomain}` stands for the one of the integration.',
  }),
});

export type ContactsConfig = ConfigOf<typeof contactsTable>;
