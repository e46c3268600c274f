import {
  asObject,
  type Credentials,
  isAddress,
  type JsonObject,
  readList,
  type Provider,
  readSecret,
} from './provider';
import { type ProviderClient, unless } from './provider-client';

/** Version of the Admin API; Shopify answers with its oldest supported one once this is gone. */
const VERSION = '2025-10';

const BASE = `/admin/api/${VERSION}`;

/** Most orders. */
const LIMIT = 50;

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** The shop's domain as it is asked; undefined for a host that is none of Shopify's. */
const readShop = (credentials: Credentials): string | undefined => {
  const shop = readSecret(credentials, 'shopDomain')?.toLowerCase();
  return shop !== undefined && SHOP.test(shop) ? shop : undefined;
};

const isOrderedBy = (order: JsonObject, email: string): boolean =>
  [order['email'], order['contact_email'], asObject(order['customer'])['email']].some((value) =>
    isAddress(value, email),
  );

const ofAnyStatus = { status: 'any', limit: String(LIMIT) };

/**
 * The orders with an address. Shopify does not promise to filter by it and may as well answer the latest orders of the
 * shop, but nothing else leads to those of guests.
 */
const ordersOfGuests = async (client: ProviderClient, email: string): Promise<JsonObject[]> => {
  const answer = await unless([404], client.get(`${BASE}/orders.json`, { email, ...ofAnyStatus }));
  return readList(answer, 'orders').filter((order) => isOrderedBy(order, email));
};

const findCustomer = async (client: ProviderClient, email: string): Promise<JsonObject | undefined> => {
  const answer = await client.get(`${BASE}/customers/search.json`, {
    query: `email:"${email}"`,
    limit: '10',
  });
  return readList(answer, 'customers').find((found) => isAddress(found['email'], email));
};

const findOrders = async (client: ProviderClient, customer: JsonObject): Promise<JsonObject[]> => {
  const path = `${BASE}/customers/${encodeURIComponent(String(customer['id']))}/orders.json`;
  return readList(await unless([404], client.get(path, ofAnyStatus)), 'orders');
};

const readTime = ({ created_at: at }: JsonObject): number => (typeof at === 'string' && Date.parse(at)) || 0;

/** Each order once, the newest first. */
const newest = (orders: readonly JsonObject[]): JsonObject[] =>
  [...new Map(orders.map((order) => [String(order['id']), order])).values()]
    .sort((one, other) => readTime(other) - readTime(one))
    .slice(0, LIMIT);

/**
 * Looks customers up at Shopify; credentials `{ shopDomain, accessToken }`. Orders without an account have no customer,
 * so that either is enough.
 */
export const shopify: Provider<{
  customer: JsonObject | null;
  orders: JsonObject[];
  shopDomain: string | undefined;
}> = {
  name: 'shopify',
  access: (credentials, { shopifyUrl }) => {
    const [shop, accessToken] = [readShop(credentials), readSecret(credentials, 'accessToken')];
    if (shop === undefined || accessToken === undefined) return undefined;
    return {
      baseUrl: shopifyUrl.replaceAll('{shopDomain}', shop),
      headers: { 'x-shopify-access-token': accessToken },
    };
  },
  find: async (client, email, credentials) => {
    const [customer, guests] = await Promise.all([
      findCustomer(client, email),
      ordersOfGuests(client, email),
    ]);
    const own = newest([...(customer ? await findOrders(client, customer) : []), ...guests]);
    if (!customer && own.length === 0) return undefined;
    return { customer: customer ?? null, orders: own, shopDomain: readShop(credentials) };
  },
};
