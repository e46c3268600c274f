import { isAddress, type JsonObject, readList, type Provider, readSecret } from './provider';
import { type ProviderClient, unless } from './provider-client';

/** Most charges and subscriptions: what one page of the API gives. */
const LIMIT = '100';

/** A text in Stripe's search language. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** Stripe's answers where the search is not offered: in some countries, and to some keys. */
const NO_SEARCH = [400, 403, 404];

/** The customer with an address. The list is up to date, but case-sensitive; the search is not, and is up to a minute behind. */
const findCustomer = async (client: ProviderClient, email: string): Promise<JsonObject | undefined> => {
  const among = (answer: unknown): JsonObject | undefined =>
    readList(answer, 'data').find((candidate) => isAddress(candidate['email'], email));
  const listed = among(await client.get('/v1/customers', { email, limit: '10' }));
  if (listed) return listed;
  const query = { query: `email:${quoted(email)}`, limit: '10' };
  return among(await unless(NO_SEARCH, client.get('/v1/customers/search', query)));
};

/** Looks customers up at Stripe; credentials `{ apiKey }`. Of several with an address the newest one is meant. */
export const stripe: Provider<{
  customer: JsonObject;
  charges: JsonObject[];
  subscriptions: JsonObject[];
}> = {
  name: 'stripe',
  access: (credentials, { stripeUrl }) => {
    const apiKey = readSecret(credentials, 'apiKey');
    return apiKey === undefined
      ? undefined
      : { baseUrl: stripeUrl, headers: { authorization: `Bearer ${apiKey}` } };
  },
  find: async (client, email) => {
    const customer = await findCustomer(client, email);
    if (!customer) return undefined;
    const id = String(customer['id']);
    const [charges, subscriptions] = await Promise.all([
      client.get('/v1/charges', { customer: id, limit: LIMIT }),
      client.get('/v1/subscriptions', { customer: id, status: 'all', limit: LIMIT }),
    ]);
    return { customer, charges: readList(charges, 'data'), subscriptions: readList(subscriptions, 'data') };
  },
};
