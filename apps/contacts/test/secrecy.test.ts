import { createLogger } from '@parley/telemetry';
import { requireContact, startContacts, type TestContacts } from './support/contacts';
import { type ApiReply, type FakeApi, startFakeApi } from './support/fake-api';
import { importReaches } from './support/import-jobs';

const KEY = 'key-that-nobody-may-see';
const AGENT = 'agent@customer.example';
const CUSTOMER = 'lin@customer.example';
const BASIC = Buffer.from(`${AGENT}/token:${KEY}`).toString('base64');
const BASIC_OF_KEY = Buffer.from(`${KEY}:`).toString('base64');

let api: FakeApi;
let service: TestContacts;
const lines: string[] = [];

beforeAll(async () => {
  api = await startFakeApi();
  service = await startContacts({
    log: createLogger({
      service: 'contacts',
      level: 'trace',
      destination: { write: (line) => void lines.push(line) },
    }),
    lookUpTimeoutMs: 300,
    config: {
      hubspotUrl: `${api.url}/hubspot`,
      zendeskUrl: `${api.url}/zendesk/{subdomain}`,
      freshdeskUrl: `${api.url}/freshdesk/{domain}`,
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
beforeEach(() => lines.splice(0));

/** Everything that the database holds, as text. */
const stored = async (): Promise<string> => {
  const tables = await service.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => service.db.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`)),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
};
const expectNoSecret = (text: string): void => {
  for (const secret of [KEY, BASIC, BASIC_OF_KEY]) expect(text).not.toContain(secret);
};

const WORKS = 'works';
const failures: [string, ApiReply][] = [
  [WORKS, { json: { data: [], results: [], users: [], pages: {}, list: [], customers: [], orders: [] } }],
  ['refuses the key', { status: 401, json: { error: KEY } }],
  ['asks to slow down', { status: 429, headers: { 'retry-after': '3000' }, json: { error: KEY } }],
  ['fails', { status: 500, text: KEY }],
  ['answers no JSON', { text: `<html>${KEY}` }],
];

describe('the credentials of an import', () => {
  it.each(failures)(
    'are in no log, answer, event or readable row when the platform %s',
    async (_what, reply) => {
      api.answer = () => reply;
      const user = service.project().as('user');
      const { imports } = service;
      const started = [
        await imports.startIntercomImport({ endpoint: api.url, apiKey: KEY }, user),
        await imports.startHubspotImport({ apiKey: KEY }, user),
        await imports.startZendeskImport({ apiToken: KEY, email: AGENT, subdomain: 'acme' }, user),
      ];
      const jobs = [];
      for (const { jobId } of started)
        jobs.push(await importReaches(service, jobId, user, 'done', 'failed', 'waiting'));
      expect(api.requests.map(({ headers }) => headers['authorization'])).toEqual(
        expect.arrayContaining([`Bearer ${KEY}`, `Basic ${BASIC}`]),
      );
      expectNoSecret(JSON.stringify([started, jobs]));
      expectNoSecret(lines.join('\n'));
      expect(lines.join('\n')).not.toContain(CUSTOMER);
      expectNoSecret(await stored());
    },
  );
});

describe('the credentials of an integration', () => {
  it.each([...failures, ['does not answer', 'hangs'] as [string, ApiReply]])(
    'are in no log, answer, event or readable row when the provider %s',
    async (what, reply) => {
      api.answer = () => reply;
      api.requests.splice(0);
      const project = service.project();
      const contact = { email: CUSTOMER };
      const { id: sessionId } = requireContact(
        await service.contacts.createContact({ contact }, project.as('user')),
      );
      for (const [provider, credentials] of Object.entries({
        stripe: { apiKey: KEY },
        chargebee: { site: 'acme', apiKey: KEY },
        lemonsqueezy: { apiKey: KEY },
        shopify: { shopDomain: 'acme.myshopify.com', accessToken: KEY },
      }))
        service.neighbours.integrations.set(`${project.id} ${provider}`, credentials);
      const { commerce } = service;
      const by = project.as('admin');
      const answers = await Promise.all([
        commerce.getStripeCustomer({ sessionId }, by),
        commerce.getChargebeeCustomer({ sessionId }, by),
        commerce.getLemonSqueezyCustomer({ sessionId }, by),
        commerce.getShopifyCustomer({ sessionId }, by),
      ]);
      expect(answers).toEqual([{}, {}, {}, {}]);
      expect(lines.filter((line) => line.includes('A provider gave no answer'))).toHaveLength(
        what === WORKS ? 0 : 4,
      );
      expect(new Set(api.requests.flatMap(({ headers }) => headers['authorization'] ?? []))).toEqual(
        new Set([`Bearer ${KEY}`, `Basic ${BASIC_OF_KEY}`]),
      );
      expectNoSecret(lines.join('\n'));
      expect(lines.join('\n')).not.toContain(CUSTOMER);
      expectNoSecret(await stored());
    },
  );
});
