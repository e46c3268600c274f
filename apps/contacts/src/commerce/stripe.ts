import { isAddress, type JsonObject, listOf, type Provider, secretOf } from './provider';

/** Most charges and subscriptions: what one page of the API gives. */
const LIMIT = '100';

/** Looks customers up at Stripe; credentials `{ apiKey }`. Of several with an address the newest one is meant. */
export const stripe: Provider<{
  customer: JsonObject;
  charges: JsonObject[];
  subscriptions: JsonObject[];
}> = {
  name: 'stripe',
  access: (credentials, { stripeUrl }) => {
    const apiKey = secretOf(credentials, 'apiKey');
    return apiKey === undefined
      ? undefined
      : { baseUrl: stripeUrl, headers: { authorization: `Bearer ${apiKey}` } };
  },
  find: async (client, email) => {
    const found = listOf(await client.get('/v1/customers', { email, limit: '10' }), 'data');
    const customer = found.find((candidate) => isAddress(candidate['email'], email));
    if (!customer) return undefined;
    const id = String(customer['id']);
    const [charges, subscriptions] = await Promise.all([
      client.get('/v1/charges', { customer: id, limit: LIMIT }),
      client.get('/v1/subscriptions', { customer: id, status: 'all', limit: LIMIT }),
    ]);
    return { customer, charges: listOf(charges, 'data'), subscriptions: listOf(subscriptions, 'data') };
  },
};
