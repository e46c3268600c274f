import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT, PROJECT_KEY, SECRET_KEY, TICKET } from './support/identities';

let gateway: TestGateway;
let url: string;
beforeAll(async () => {
  gateway = await startTestGateway({ config: { rateLimitPerMinute: 1000 } });
  url = gateway.url;
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.calls.splice(0));

/** Calls at the root of the host. */
const call = async (method: string, path: string, body?: unknown, key: string | null = SECRET_KEY) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key !== null && { 'api-token': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : {}) as never,
  };
};

describe('the customer’s own server', () => {
  it('calls at the root of the host, and below /v3 for clients that prefix every path', async () => {
    gateway.answers['listServerPipelines'] = () => ({ pipelines: [{ id: TICKET, name: 'Sales' }] });
    const sales = [{ id: TICKET, name: 'Sales', recordType: '', stages: [], fields: [] }];
    expect(await call('GET', '/admin/pipelines')).toMatchObject({ status: 200, body: sales });
    expect(await call('GET', '/v3/admin/pipelines')).toMatchObject({ status: 200, body: sales });
  });

  it('acts as an admin of the key’s project, whatever project it names', async () => {
    gateway.answers['identifyContact'] = () => ({ contact: {} });
    await call('POST', '/admin/identify', { userId: 'ada' });
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'service', id: PROJECT, name: 'Server' },
      projectId: PROJECT,
      organisationId: ORGANISATION,
      role: 'admin',
    });
  });

  it('is refused without a key, with a wrong one, and with the public one: 401', async () => {
    const body = { userId: 'ada' };
    const refusal = (code: string) => ({ status: 401, body: { code } });
    expect(await call('POST', '/admin/identify', body, null)).toMatchObject(refusal('unauthenticated'));
    expect(await call('POST', '/admin/identify', body, '')).toMatchObject(refusal('unauthenticated'));
    for (const key of [PROJECT_KEY, `${SECRET_KEY}x`, SECRET_KEY.slice(0, -1), 'sk_'])
      expect(await call('POST', '/admin/identify', body, key)).toMatchObject(refusal('invalid_token'));
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('hands over keys that are no fields as customData, null among them, and ignores none', async () => {
    gateway.answers['identifyContact'] = () => ({ contact: {} });
    const { headers } = await call('POST', '/admin/identify', {
      userId: 'ada',
      plan: null,
      name: 'Ada',
      seats: 3,
      region: null,
      address: { city: 'Berlin' },
      customData: { seats: 1, old: true },
    });
    expect(headers.get('ignored-fields')).toBeNull();
    expect(operationCalls(gateway.calls).at(-1)?.request).toMatchObject({
      userId: 'ada',
      name: 'Ada',
      customData: { seats: 3, old: true, region: null, address: { city: 'Berlin' } },
      nulls: ['plan'],
    });
    expect(await call('POST', '/admin/identify', { userId: 'ada', customData: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ field: 'customData' }] },
    });
    expect(await call('POST', '/admin/identify', { seats: 3 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'userId' }] },
    });
  });

  it('shares 1,000 requests a minute over all its operations of a project', async () => {
    gateway.answers['trackContactEvents'] = () => ({ tracked: 1, failed: [] });
    const event = { userId: 'ada', name: 'order' };
    const first = await call('POST', '/admin/track', { events: [event] });
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=1000;w=60');
    const second = await call('GET', '/v3/admin/pipelines');
    const left = ({ headers }: typeof first): number => Number(headers.get('x-ratelimit-remaining'));
    expect(left(second)).toBe(left(first) - 1);
  });

  it('names the methods of a path, and leaves other paths of the host alone', async () => {
    const wrong = await call('PATCH', '/admin/identify', {});
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(wrong.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await call('GET', '/admin/nothing')).toMatchObject({ status: 404 });
    expect(await call('GET', '/pipelines')).toMatchObject({ status: 404 });
  });
});
