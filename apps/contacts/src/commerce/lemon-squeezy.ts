import { asObject, isAddress, type JsonObject, readList, type Provider, readSecret } from './provider';

/** Most subscriptions: what one page of the API gives. */
const LIMIT = '100';

/** Subscriptions with invoices in the answer; the API lists invoices by subscription only. */
const WITH_INVOICES = 10;

/** Looks customers up at Lemon Squeezy; credentials `{ apiKey }`. */
export const lemonSqueezy: Provider<{
  customer: JsonObject;
  subscriptions: JsonObject[];
  invoices: JsonObject[];
}> = {
  name: 'lemonsqueezy',
  access: (credentials, { lemonSqueezyUrl }) => {
    const apiKey = readSecret(credentials, 'apiKey');
    if (apiKey === undefined) return undefined;
    return {
      baseUrl: lemonSqueezyUrl,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/vnd.api+json' },
    };
  },
  find: async (client, email) => {
    const found = readList(await client.get('/v1/customers', { 'filter[email]': email }), 'data');
    const customer = found.find(({ attributes }) => isAddress(asObject(attributes)['email'], email));
    if (!customer) return undefined;
    const answer = await client.get('/v1/subscriptions', {
      'filter[user_email]': email,
      'page[size]': LIMIT,
    });
    const subscriptions = readList(answer, 'data').filter(({ attributes }) =>
      isAddress(asObject(attributes)['user_email'], email),
    );
    const invoices = await Promise.all(
      subscriptions.slice(0, WITH_INVOICES).map(async ({ id }) => {
        const query = { 'filter[subscription_id]': String(id) };
        return readList(await client.get('/v1/subscription-invoices', query), 'data');
      }),
    );
    return { customer, subscriptions, invoices: invoices.flat() };
  },
};
