import { asObject, isAddress, type JsonObject, readList, type Provider, readSecret } from './provider';

/** Most subscriptions and invoices: what one page of the API gives. */
const LIMIT = '100';

const SITE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** An entry of a list holds the resource under its name, beside others. */
const resources = (answer: unknown, name: string): JsonObject[] =>
  readList(answer, 'list').map((entry) => asObject(entry[name]));

/** Looks customers up at Chargebee; credentials `{ site, apiKey }`. Of several with an address the newest one is meant. */
export const chargebee: Provider<{
  customer: JsonObject;
  subscriptions: JsonObject[];
  invoices: JsonObject[];
}> = {
  name: 'chargebee',
  access: (credentials, { chargebeeUrl }) => {
    const [site, apiKey] = [
      readSecret(credentials, 'site')?.toLowerCase(),
      readSecret(credentials, 'apiKey'),
    ];
    if (site === undefined || apiKey === undefined || !SITE.test(site)) return undefined;
    return {
      baseUrl: chargebeeUrl.replaceAll('{site}', site),
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
    };
  },
  find: async (client, email) => {
    const query = { 'email[is]': email, 'sort_by[desc]': 'created_at', limit: '10' };
    const found = resources(await client.get('/api/v2/customers', query), 'customer');
    const customer = found.find((candidate) => isAddress(candidate['email'], email));
    if (!customer) return undefined;
    const ofCustomer = { 'customer_id[is]': String(customer['id']), limit: LIMIT };
    const [subscriptions, invoices] = await Promise.all([
      client.get('/api/v2/subscriptions', { ...ofCustomer, 'sort_by[desc]': 'created_at' }),
      client.get('/api/v2/invoices', { ...ofCustomer, 'sort_by[desc]': 'date' }),
    ]);
    return {
      customer,
      subscriptions: resources(subscriptions, 'subscription'),
      invoices: resources(invoices, 'invoice'),
    };
  },
};
