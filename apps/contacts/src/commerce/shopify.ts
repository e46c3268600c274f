import {
  asObject,
  type Credentials,
  isAddress,
  type JsonObject,
  listOf,
  type Provider,
  secretOf,
} from './provider';

/** Version of the Admin API; Shopify answers with its oldest supported one once this is gone. */
const VERSION = '2025-10';

/** Most orders. */
const LIMIT = '50';

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** The shop's domain as it is asked; undefined for a host that is none of Shopify's. */
const shopOf = (credentials: Credentials): string | undefined => {
  const shop = secretOf(credentials, 'shopDomain')?.toLowerCase();
  return shop !== undefined && SHOP.test(shop) ? shop : undefined;
};

const isOrderOf = (order: JsonObject, email: string): boolean =>
  [order['email'], order['contact_email'], asObject(order['customer'])['email']].some((value) =>
    isAddress(value, email),
  );

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
    const [shop, accessToken] = [shopOf(credentials), secretOf(credentials, 'accessToken')];
    if (shop === undefined || accessToken === undefined) return undefined;
    return {
      baseUrl: shopifyUrl.replaceAll('{shopDomain}', shop),
      headers: { 'x-shopify-access-token': accessToken },
    };
  },
  find: async (client, email, credentials) => {
    const [customers, orders] = await Promise.all([
      client.get(`/admin/api/${VERSION}/customers/search.json`, { query: `email:"${email}"`, limit: '10' }),
      client.get(`/admin/api/${VERSION}/orders.json`, { email, status: 'any', limit: LIMIT }),
    ]);
    const customer = listOf(customers, 'customers').find((found) => isAddress(found['email'], email));
    const own = listOf(orders, 'orders').filter((order) => isOrderOf(order, email));
    if (!customer && own.length === 0) return undefined;
    return { customer: customer ?? null, orders: own, shopDomain: shopOf(credentials) };
  },
};
