import { accessibilityProblems, describeWith, repeatUntil } from '@parley/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { ok } from './support/api';
import { type InboxWorld, startOwnInboxWorld } from './support/inbox-world';
import type { Person } from './support/people';

/** A system that answers with lists by the paths of its requests, and keeps the credentials it got in a header. */
const openSystem = async (header: string, find: (path: string, query: URLSearchParams) => object) => {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const [path = '', query = ''] = url.split('?');
    asked.push(String(headers[header]));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(find(path, new URLSearchParams(query))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() };
};

/** A Stripe that knows one customer. */
const openStripe = (email: string) => {
  const found: Record<string, readonly object[]> = {
    customers: [{ id: 'cus_1', name: 'Lin Park', email }],
    charges: [
      { id: 'ch_1', description: 'Order 4711', amount: 129_900, currency: 'eur', status: 'succeeded' },
    ],
    subscriptions: [{ id: 'sub_1', status: 'active' }],
  };
  return openSystem('authorization', (path, query) => {
    const isOther = path.endsWith('/customers') && query.get('email') !== email;
    return { object: 'list', data: isOther ? [] : (found[path.split('/').at(-1) ?? ''] ?? []) };
  });
};

/** A Shopify shop that one customer ordered in. */
const openShopify = (email: string) => {
  const customer = { id: 7, first_name: 'Lin', last_name: 'Park', email };
  const order = {
    id: 1,
    name: '#1001',
    email,
    customer,
    total_price: '49.90',
    currency: 'EUR',
    financial_status: 'paid',
    created_at: '2026-01-02T12:00:00Z',
  };
  return openSystem('x-shopify-access-token', (path, query) => {
    if (!path.startsWith('/acme.myshopify.com/')) return {};
    const isKnown = `${query.get('query')} ${query.get('email')}`.includes(email) || path.includes('/7/');
    if (path.endsWith('/search.json')) return { customers: isKnown ? [customer] : [] };
    return { orders: isKnown ? [order] : [] };
  });
};

describeWith('chromium')('look-ups of the contact in shops and billing systems', () => {
  const email = 'lin@customer.example';
  let stripe: Awaited<ReturnType<typeof openStripe>>;
  let shopify: Awaited<ReturnType<typeof openShopify>>;
  let world: InboxWorld;
  beforeAll(async () => {
    [stripe, shopify] = await Promise.all([openStripe(email), openShopify(email)]);
    world = await startOwnInboxWorld({
      STRIPE_API_URL: stripe.url,
      SHOPIFY_API_URL: `${shopify.url}/{shopDomain}`,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
  });
  afterAll(async () => {
    await world.stop();
    stripe.close();
    shopify.close();
  });

  const integrate = async (integrations: object): Promise<Person> => {
    const { founder, projectId } = await world.team();
    ok(await founder.api.call('PUT', `/projects/${projectId}`, { integrations }));
    return founder;
  };
  const open = async (founder: Person, address: string) => {
    const session = ok(await founder.api.call('POST', '/sessions', { email: address, userId: address }));
    const ticket = ok(
      await founder.api.call('POST', '/tickets', { title: 'Paid twice', session: session.id }),
    );
    return world.open(founder, `/inbox/all/${ticket.id}`);
  };
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Contact' });
  /** Unfolds a section until it has a text. A system that is late, as on a busy machine, has no answer, and is asked again. */
  const unfold = (page: Page, name: string, text: string): Promise<void> => {
    const button = panel(page).getByRole('button', { name, exact: true });
    return repeatUntil(async () => {
      if ((await button.getAttribute('aria-expanded')) === 'true') await button.click();
      await button.click();
    }, panel(page).getByText(text));
  };
  const findNobody = async (founder: Person, name: string): Promise<void> => {
    const { page, context } = await open(founder, 'nobody@customer.example');
    await unfold(page, name, 'Nothing found there.');
    await context.close();
  };

  it('shows the customer, payments and subscriptions of a contact that Stripe knows', async () => {
    const founder = await integrate({ stripe: { apiKey: 'sk_test' } });
    const { page, context } = await open(founder, email);
    await panel(page).getByRole('button', { name: 'Stripe', exact: true }).waitFor();
    expect(stripe.asked).toEqual([]);
    expect(await panel(page).getByRole('button', { name: 'Shopify', exact: true }).count()).toBe(0);
    await unfold(page, 'Stripe', 'Order 4711');
    const shown = await panel(page).innerText();
    expect(shown).toContain('€1,299.00 · succeeded');
    expect(shown).toMatch(/Subscriptions\s+sub_1 active/);
    expect(new Set(stripe.asked)).toEqual(new Set(['Bearer sk_test']));
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
    await findNobody(founder, 'Stripe');
  });

  it('shows the customer and the orders of a contact that a Shopify shop knows', async () => {
    const credentials = { shopDomain: 'acme.myshopify.com', accessToken: 'shpat_test' };
    const founder = await integrate({ shopify: credentials });
    const { page, context } = await open(founder, email);
    await panel(page).getByRole('button', { name: 'Shopify', exact: true }).waitFor();
    expect(shopify.asked).toEqual([]);
    await unfold(page, 'Shopify', '#1001');
    expect(await panel(page).innerText()).toMatch(
      /Shopify\s+Lin Park\s+Orders\s+#1001 €49\.90 · paid · 2 Jan 2026,/,
    );
    expect(new Set(shopify.asked)).toEqual(new Set(['shpat_test']));
    expect(await accessibilityProblems(page)).toEqual([]);
    await context.close();
    await findNobody(founder, 'Shopify');
  });
});
