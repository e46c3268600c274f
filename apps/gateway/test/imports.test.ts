import { conflict } from '@parley/errors';
import { operationCalls, startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';

const SESSION = '0000000000000000000000f1';

describe('imports', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  const post = (body: object, path = '/sessions/importer', token?: string): Promise<ApiAnswer> =>
    gateway.api('POST', path, { body, ...(token !== undefined && { token }) });

  it('take 5,000 entries and refuse 5,001 with 400', async () => {
    const entries = (count: number) => ({
      sessions: Array.from({ length: count }, (_, index) => ({ userId: `user-${index}` })),
    });
    gateway.answers['importContacts'] = () => ({ ids: [] });
    expect((await post(entries(5_000))).status).toBe(200);
    expect(await post(entries(5_001))).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        errors: [{ field: 'sessions', message: 'must have at most 5000 elements' }],
      },
    });
    expect(operationCalls(gateway.calls)).toHaveLength(1);
  });

  it('take a body beyond the 5 MB of others and refuse one beyond 50 MB with 413', async () => {
    gateway.answers['importContacts'] = () => ({ ids: [] });
    const ofBytes = (bytes: number) => ({
      sessions: [{ userId: 'u', customData: { text: 'x'.repeat(bytes) } }],
    });
    expect((await post(ofBytes(6 * 1024 * 1024))).status).toBe(200);
    expect(await post(ofBytes(50 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', message: 'The body is larger than 50 MB.' },
    });
  });

  it('name the entry and field that is wrong, without a call', async () => {
    const sessions: object[] = Array.from({ length: 20 }, (_, index) => ({ userId: `user-${index}` }));
    sessions[17] = { email: 'no address' };
    expect(await post({ sessions })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'sessions.17.email', message: 'must be an e-mail address' }] },
    });
    expect(await post({ sessions: [null, 'text', {}] })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'sessions.0', message: 'must be an object' },
          { field: 'sessions.1', message: 'must be an object' },
        ],
      },
    });
    expect(await post({})).toMatchObject({ status: 400, body: { errors: [{ field: 'sessions' }] } });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it.each([
    ['intercom', { apiKey: 'k' }, 'endpoint'],
    ['intercom', { endpoint: 'https://api.intercom.io' }, 'apiKey'],
    ['hubspot', {}, 'apiKey'],
    ['hubspot', { apiKey: 'k\r\nx: y' }, 'apiKey'],
    ['zendesk', { email: 'a@example.com', subdomain: 'acme' }, 'apiToken'],
    ['zendesk', { apiToken: 't', subdomain: 'acme' }, 'email'],
    ['zendesk', { apiToken: 't', email: 'a@example.com' }, 'subdomain'],
    ['zendesk', { apiToken: 't', email: 'a@example.com', subdomain: 'evil.example/' }, 'subdomain'],
    ['freshdesk', { domain: 'acme' }, 'apiKey'],
    ['freshdesk', { apiKey: 'k' }, 'domain'],
    ['freshdesk', { apiKey: 'k', domain: 'evil.example' }, 'domain'],
  ])('from %s with %j are 400 naming %s', async (platform, body, field) => {
    expect(await post(body, `/sessions/importer/${platform}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field }] },
    });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('are 409 too_many_imports while too many have not ended', async () => {
    gateway.answers['startHubspotImport'] = () => {
      throw conflict('TOO_MANY_IMPORTS', 'Too many.');
    };
    expect(await post({ apiKey: 'k' }, '/sessions/importer/hubspot')).toMatchObject({
      status: 409,
      body: { code: 'too_many_imports' },
    });
  });

  it.each([
    ['/sessions/importer/jobs/x', 'import_job_not_found'],
    ['/sessions/x/shopify', 'session_not_found'],
  ])('GET %s is 404 %s', async (path, code) => {
    expect(await gateway.api('GET', path)).toMatchObject({ status: 404, body: { code } });
  });
});

describe('commerce look-ups', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  it.each(['stripe', 'chargebee', 'lemonsqueezy', 'shopify'])(
    'answer an empty object for nothing: %s',
    async (provider) => {
      const { status, text } = await gateway.api('GET', `/sessions/${SESSION}/${provider}`);
      expect({ status, text }).toEqual({ status: 200, text: '{}' });
    },
  );
});
