import { createMemoryCache } from '@parley/cache';
import { loadConfig } from '@parley/config';
import { createOutbound } from '@parley/outbound';
import { createLogger } from '@parley/telemetry';
import { LOOK_UP_TIMEOUT_MS, lookUp, type LookUpDeps } from '../src/commerce/look-up';
import { stripe as stripeProvider } from '../src/commerce/stripe';
import { contactsTable } from '../src/config';
import { requireContact, startContacts, type TestContacts, type TestProject } from './support/contacts';
import { type ApiReply, type FakeApi, startFakeApi } from './support/fake-api';

const EMAIL = 'lin@customer.example';

let api: FakeApi;
let service: TestContacts;
let project: TestProject;
let sessionId: string;

beforeAll(async () => {
  api = await startFakeApi();
  service = await startContacts({
    config: {
      stripeUrl: `${api.url}/stripe`,
      chargebeeUrl: `${api.url}/{site}`,
      lemonSqueezyUrl: `${api.url}/lemon`,
      shopifyUrl: `${api.url}/{shopDomain}`,
    },
  });
});
afterAll(async () => {
  await service.stop();
  await api.stop();
});
beforeEach(async () => {
  project = service.project();
  const contact = { email: EMAIL, name: 'Lin' };
  ({ id: sessionId } = requireContact(await service.contacts.createContact({ contact }, project.as('user'))));
  api.requests.splice(0);
  api.answer = () => ({ status: 404, json: {} });
});

const setUp = (provider: string, credentials: unknown) =>
  service.neighbours.integrations.set(`${project.id} ${provider}`, credentials);
const by = () => project.as('agent');
const stripe = () => service.commerce.getStripeCustomer({ sessionId }, by());
const chargebee = () => service.commerce.getChargebeeCustomer({ sessionId }, by());
const lemonSqueezy = () => service.commerce.getLemonSqueezyCustomer({ sessionId }, by());
const shopify = () => service.commerce.getShopifyCustomer({ sessionId }, by());

/** Answers by path; anything else is 404. */
const serve = (replies: Record<string, unknown>): void => {
  api.answer = ({ path }): ApiReply =>
    path in replies ? { json: replies[path] } : { status: 404, json: {} };
};
const asked = () => api.requests.map(({ path, query }) => [path, query]);

/** A Stripe that knows the contact. */
const serveStripe = (customer: object = { id: 'cus_1', email: EMAIL }): void =>
  serve({
    '/stripe/v1/customers': { object: 'list', data: [customer] },
    '/stripe/v1/charges': { object: 'list', data: [{ id: 'ch_1', amount: 500, invoice: null }] },
    '/stripe/v1/subscriptions': { object: 'list', data: [{ id: 'sub_1', status: 'canceled' }] },
  });

describe('a look-up at Stripe', () => {
  beforeEach(() => setUp('stripe', { apiKey: 'sk_test' }));

  it('answers customer, charges and subscriptions as given', async () => {
    serveStripe({ id: 'cus_1', email: 'Lin@Customer.example', metadata: { a: null } });
    expect(await stripe()).toEqual({
      customer: { id: 'cus_1', email: 'Lin@Customer.example', metadata: { a: null } },
      charges: [{ id: 'ch_1', amount: 500, invoice: null }],
      subscriptions: [{ id: 'sub_1', status: 'canceled' }],
    });
    expect(asked()).toEqual([
      ['/stripe/v1/customers', { email: EMAIL, limit: '10' }],
      ['/stripe/v1/charges', { customer: 'cus_1', limit: '100' }],
      ['/stripe/v1/subscriptions', { customer: 'cus_1', status: 'all', limit: '100' }],
    ]);
    expect(api.requests[0]?.headers['authorization']).toBe('Bearer sk_test');
  });

  it('takes the key alone as credentials, too', async () => {
    setUp('stripe', ' sk_alone ');
    serveStripe();
    expect(await stripe()).toMatchObject({ customer: { id: 'cus_1' } });
    expect(api.requests[0]?.headers['authorization']).toBe('Bearer sk_alone');
  });

  it('finds a customer whose address has capitals there, which the list does not', async () => {
    serveStripe({ id: 'cus_9', email: 'other@example.com' });
    const { answer } = api;
    const searched = { object: 'search_result', data: [{ id: 'cus_1', email: 'Lin@Customer.example' }] };
    api.answer = (request) =>
      request.path === '/stripe/v1/customers/search' ? { json: searched } : answer(request);
    expect(await stripe()).toMatchObject({ customer: { id: 'cus_1' }, charges: [{ id: 'ch_1' }] });
    expect(asked()[1]).toEqual(['/stripe/v1/customers/search', { query: `email:"${EMAIL}"`, limit: '10' }]);
  });

  it.each([200, 400, 403, 404])(
    'is empty when nobody there has the address, and the search answers %s, for 60 s',
    async (status) => {
      api.answer = ({ path }) => ({
        status: path === '/stripe/v1/customers' ? 200 : status,
        json: { object: 'list', data: [] },
      });
      expect(await stripe()).toEqual({});
      expect(await stripe()).toEqual({});
      expect(api.requests).toHaveLength(2);
    },
  );
});

describe('a look-up at Chargebee', () => {
  beforeEach(() => setUp('chargebee', { site: 'acme-test', apiKey: 'cb_key' }));

  it('answers customer, subscriptions and invoices as given', async () => {
    serve({
      '/acme-test/api/v2/customers': { list: [{ customer: { id: 'c1', email: EMAIL }, card: {} }] },
      '/acme-test/api/v2/subscriptions': { list: [{ subscription: { id: 's1' }, customer: {} }] },
      '/acme-test/api/v2/invoices': { list: [{ invoice: { id: 'i1' } }], next_offset: 'x' },
    });
    expect(await chargebee()).toEqual({
      customer: { id: 'c1', email: EMAIL },
      subscriptions: [{ id: 's1' }],
      invoices: [{ id: 'i1' }],
    });
    expect(asked()).toEqual([
      ['/acme-test/api/v2/customers', { 'email[is]': EMAIL, 'sort_by[desc]': 'created_at', limit: '10' }],
      [
        '/acme-test/api/v2/subscriptions',
        { 'customer_id[is]': 'c1', limit: '100', 'sort_by[desc]': 'created_at' },
      ],
      ['/acme-test/api/v2/invoices', { 'customer_id[is]': 'c1', limit: '100', 'sort_by[desc]': 'date' }],
    ]);
    expect(api.requests[0]?.headers['authorization']).toBe(
      `Basic ${Buffer.from('cb_key:').toString('base64')}`,
    );
  });
});

describe('a look-up at Lemon Squeezy', () => {
  beforeEach(() => setUp('lemonsqueezy', { apiKey: 'ls_key' }));

  it('answers customer, subscriptions and their invoices as given, of the latest 10 subscriptions', async () => {
    const subscription = (id: number, email = EMAIL) => ({
      type: 'subscriptions',
      id: String(id),
      attributes: { user_email: email },
    });
    api.answer = ({ path, query }) => {
      if (path === '/lemon/v1/customers') {
        return { json: { data: [{ type: 'customers', id: '1', attributes: { email: EMAIL } }] } };
      }
      if (path === '/lemon/v1/subscriptions') {
        const own = Array.from({ length: 12 }, (_, index) => subscription(index));
        return { json: { data: [...own, subscription(99, 'other@example.com')] } };
      }
      return {
        json: { data: [{ type: 'subscription-invoices', id: `i${query['filter[subscription_id]']}` }] },
      };
    };
    const answer = await lemonSqueezy();
    expect(answer.customer).toMatchObject({ type: 'customers', id: '1' });
    expect(answer.subscriptions).toHaveLength(12);
    expect(answer.invoices?.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `i${index}`),
    );
    expect(asked().slice(0, 2)).toEqual([
      ['/lemon/v1/customers', { 'filter[email]': EMAIL }],
      ['/lemon/v1/subscriptions', { 'filter[user_email]': EMAIL, 'page[size]': '100' }],
    ]);
    expect(api.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer ls_key',
      accept: 'application/vnd.api+json',
    });
  });
});

describe('a look-up at Shopify', () => {
  const shop = 'acme.myshopify.com';
  const orders = `/${shop}/admin/api/2025-10/orders.json`;
  const customers = `/${shop}/admin/api/2025-10/customers/search.json`;
  const ofCustomer = `/${shop}/admin/api/2025-10/customers/1/orders.json`;
  beforeEach(() => setUp('shopify', { shopDomain: 'Acme.myshopify.com', accessToken: 'shpat_1' }));

  it('answers customer, shop, and the orders of the customer and of the address, newest first, each once', async () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00+01:00`;
    const order = { id: 2, email: EMAIL, customer: { id: 1 }, created_at: at(2) };
    const former = { id: 3, email: 'former@customer.example', customer: { id: 1 }, created_at: at(3) };
    const guest = { id: 4, contact_email: EMAIL, created_at: at(4) };
    const others = Array.from({ length: 40 }, (_, index) => ({
      id: 100 + index,
      email: 'other@example.com',
    }));
    serve({
      [customers]: { customers: [{ id: 1, email: EMAIL }] },
      [ofCustomer]: { orders: [former, order] },
      [orders]: { orders: [...others, guest, order] },
    });
    expect(await shopify()).toEqual({
      customer: { id: 1, email: EMAIL },
      orders: [guest, former, order],
      shopDomain: shop,
    });
    expect(asked()).toEqual(
      expect.arrayContaining([
        [customers, { query: `email:"${EMAIL}"`, limit: '10' }],
        [ofCustomer, { status: 'any', limit: '50' }],
        [orders, { email: EMAIL, status: 'any', limit: '50' }],
      ]),
    );
    expect(api.requests).toHaveLength(3);
    expect(api.requests[0]?.headers['x-shopify-access-token']).toBe('shpat_1');
  });

  it('answers at most 50 orders', async () => {
    const list = (from: number) => ({
      orders: Array.from({ length: 40 }, (_, index) => ({ id: from + index, email: EMAIL })),
    });
    serve({
      [customers]: { customers: [{ id: 1, email: EMAIL }] },
      [ofCustomer]: list(1),
      [orders]: list(21),
    });
    expect((await shopify()).orders).toHaveLength(50);
  });

  it('answers orders without a customer for guest checkouts, and nobody else’s orders', async () => {
    serve({
      [customers]: { customers: [{ id: 9, email: 'lin@customer.example.org' }] },
      [orders]: {
        orders: [
          { id: 2, contact_email: EMAIL },
          { id: 3, email: 'other@example.com' },
        ],
      },
    });
    expect(await shopify()).toMatchObject({ orders: [{ id: 2, contact_email: EMAIL }], shopDomain: shop });
    expect((await shopify()).customer ?? null).toBeNull();
  });

  it('is empty with neither a customer nor an order', async () => {
    serve({ [customers]: { customers: [] }, [orders]: { orders: [] } });
    expect(await shopify()).toEqual({});
  });
});

describe('every look-up', () => {
  it('is empty when the integration is not set up, without asking anyone', async () => {
    for (const lookUp of [stripe, chargebee, lemonSqueezy, shopify]) expect(await lookUp()).toEqual({});
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['stripe', 'a text', stripe],
    ['stripe', { apiKey: 'two\r\nlines' }, stripe],
    ['lemonsqueezy', { key: 'x' }, lemonSqueezy],
    ['chargebee', { site: 'evil.example/', apiKey: 'k' }, chargebee],
    ['chargebee', { site: 'acme' }, chargebee],
    ['shopify', { shopDomain: 'evil.example', accessToken: 't' }, shopify],
    ['shopify', { shopDomain: 'evil.example/.myshopify.com', accessToken: 't' }, shopify],
    ['shopify', { shopDomain: 'acme.myshopify.com.evil.example', accessToken: 't' }, shopify],
  ])('is empty with the %s credentials %j, which reach nobody', async (provider, credentials, lookUp) => {
    setUp(provider, credentials);
    expect(await lookUp()).toEqual({});
    expect(api.requests).toEqual([]);
  });

  it('is empty for a contact without an address', async () => {
    setUp('stripe', { apiKey: 'sk_test' });
    const { id } = requireContact(await service.contacts.createContact({ contact: { name: 'x' } }, by()));
    expect(await service.commerce.getStripeCustomer({ sessionId: id }, by())).toEqual({});
    expect(api.requests).toEqual([]);
  });

  it('is 404 session_not_found for an unknown contact and one of another project', async () => {
    const unknown = '0123456789abcdef01234567';
    for (const [id, context] of [
      [unknown, by()],
      [sessionId, service.project().as('admin')],
    ] as const) {
      await expect(service.commerce.getShopifyCustomer({ sessionId: id }, context)).rejects.toMatchObject({
        kind: 'notFound',
        reason: 'SESSION_NOT_FOUND',
      });
    }
  });

  it('asks once for 20 callers', async () => {
    setUp('stripe', { apiKey: 'sk_test' });
    serveStripe();
    const answers = await Promise.all(Array.from({ length: 20 }, stripe));
    expect(answers.every(({ customer }) => customer?.['id'] === 'cus_1')).toBe(true);
    expect(api.requests).toHaveLength(3);
  });

  it('believes an answer for 60 s, also that nobody has the address', async () => {
    let time = 1_000;
    const outbound = createOutbound({ allowedNetworks: ['127.0.0.0/8'] });
    const deps: LookUpDeps = {
      db: service.db,
      config: { ...loadConfig(contactsTable, {}), stripeUrl: `${api.url}/stripe` },
      outbound,
      integrations: { getIntegration: async () => ({ credentials: { apiKey: 'sk_test' } }) },
      lookUps: createMemoryCache({ now: () => time }),
      lookUpTimeoutMs: LOOK_UP_TIMEOUT_MS,
      log: createLogger({ service: 'contacts', level: 'silent' }),
    };
    serve({ '/stripe/v1/customers': { data: [] } });
    expect(await lookUp(deps, stripeProvider, sessionId, by())).toBeUndefined();
    serveStripe();
    time += 60_000;
    expect(await lookUp(deps, stripeProvider, sessionId, by())).toBeUndefined();
    expect(api.requests).toHaveLength(2);
    time += 1;
    expect(await lookUp(deps, stripeProvider, sessionId, by())).toMatchObject({ customer: { id: 'cus_1' } });
    await outbound.close();
  });

  it('keeps answers by project, and only as long as the credentials stay', async () => {
    setUp('stripe', { apiKey: 'sk_one' });
    serveStripe();
    await stripe();
    setUp('stripe', { apiKey: 'sk_two' });
    await stripe();
    expect(api.requests.map(({ headers }) => headers['authorization'])).toEqual([
      ...Array.from({ length: 3 }, () => 'Bearer sk_one'),
      ...Array.from({ length: 3 }, () => 'Bearer sk_two'),
    ]);
    service.neighbours.integrations.delete(`${project.id} stripe`);
    expect(await stripe()).toEqual({});

    project = service.project();
    setUp('stripe', { apiKey: 'sk_two' });
    const contact = { email: EMAIL };
    ({ id: sessionId } = requireContact(
      await service.contacts.createContact({ contact }, project.as('user')),
    ));
    await stripe();
    expect(api.requests).toHaveLength(9);
  });

  it.each([
    ['fails', { status: 500, json: {} }],
    ['refuses the key', { status: 401, json: {} }],
    ['answers no JSON', { text: '<html>' }],
    ['answers more than 2 MB', { text: `"${'x'.repeat(2 * 1024 * 1024)}"` }],
    ['answers JSON of more than 30 levels', { text: `${'[1,'.repeat(40)}1${']'.repeat(40)}` }],
  ] satisfies [string, ApiReply][])(
    'is empty when the provider %s, which is not kept',
    async (_what, reply) => {
      setUp('stripe', { apiKey: 'sk_test' });
      api.answer = () => reply;
      expect(await stripe()).toEqual({});
      serveStripe();
      expect(await stripe()).toMatchObject({ customer: { id: 'cus_1' } });
    },
  );

  it('is empty when the provider does not answer, after 5 s unless set otherwise', async () => {
    expect(LOOK_UP_TIMEOUT_MS).toBe(5_000);
    const hasty = await startContacts({ lookUpTimeoutMs: 2_000, config: { stripeUrl: `${api.url}/stripe` } });
    try {
      hasty.neighbours.integrations.set(`${project.id} stripe`, { apiKey: 'sk_test' });
      api.answer = () => 'hangs';
      const contact = { email: EMAIL };
      const { id } = requireContact(await hasty.contacts.createContact({ contact }, project.as('user')));
      expect(await hasty.commerce.getStripeCustomer({ sessionId: id }, by())).toEqual({});
      expect(api.requests).toHaveLength(1);
    } finally {
      await hasty.stop();
    }
  });

  it('fails with 503 while the workspace, which has the credentials, is away', async () => {
    service.neighbours.workspace = 'away';
    try {
      await expect(stripe()).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      service.neighbours.workspace = 'serves';
    }
  });
});
