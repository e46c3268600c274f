import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { unauthenticated } from '@parley/errors';
import { widgetSignature } from '../src/auth/widget';
import { operation } from '../src/rest/operation';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT } from './support/identities';

const SECRET = 'session-secret';
const rows = [
  operation('test.mine', 'GET /shared/mine', UsersServiceDefinition, 'getCurrentUser', { surface: 'widget' }),
  operation('test.rename', 'POST /shared/mine', UsersServiceDefinition, 'updateCurrentUser', {
    surface: 'widget',
    out: 'user',
  }),
  operation('test.config', 'GET /shared/config', UsersServiceDefinition, 'getCurrentUser', {
    surface: 'widget',
    widget: 'key',
  }),
  operation('test.team', 'GET /team', UsersServiceDefinition, 'getCurrentUser', { surface: 'account' }),
];

describe('POST /shared/batch', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ operations: rows });
    gateway.answers['resolveProjectKey'] = ({ apiToken }: { apiToken: string }) => {
      const [key, domain] = apiToken.split(':');
      if (key !== 'pk_1') throw unauthenticated('INVALID_SESSION');
      return {
        settings: {
          id: PROJECT,
          organisationId: ORGANISATION,
          sessionSecret: SECRET,
          acceptedSessionSecrets: [],
          allowedDomains: domain ? [domain] : [],
        },
      };
    };
    gateway.answers['updateCurrentUser'] = ({ firstName }: { firstName?: string }) => ({
      user: { id: 'u', firstName },
    });
  });
  afterAll(() => gateway.stop());

  const identity = { 'api-token': 'pk_1', 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') };
  const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${gateway.url}/v3/shared/batch`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const read = async (body: unknown): Promise<{ status: number; body: Record<string, unknown> }[]> => {
    const response = await send(body);
    expect(response.status).toBe(200);
    return (await response.json()) as { status: number; body: Record<string, unknown> }[];
  };

  it('answers each call in order as the operation would, for the contact that the body proves', async () => {
    const calls = [
      { method: 'GET', path: '/shared/mine' },
      { method: 'POST', path: '/shared/mine', body: { firstName: 'Mia' } },
      { method: 'GET', path: '/shared/nothing' },
    ];
    const before = operationCalls(gateway.calls).length;
    const [mine, renamed, nothing] = await read({ ...identity, calls });
    expect(mine?.status).toBe(200);
    expect(renamed).toMatchObject({ status: 200, body: { firstName: 'Mia' } });
    expect(nothing).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    const made = operationCalls(gateway.calls).slice(before);
    expect(made.map(({ rpc }) => rpc)).toEqual(['getCurrentUser', 'updateCurrentUser']);
    for (const { context } of made)
      expect(context.scope).toMatchObject({ actor: { type: 'contact', id: 's1' }, projectId: PROJECT });
  });

  it('compresses a long answer for a client that takes it', async () => {
    const calls = Array.from({ length: 20 }, () => ({ method: 'GET', path: '/shared/config' }));
    const ask = async (encoding: string, count: number) => {
      const response = await send(
        { ...identity, calls: calls.slice(0, count) },
        { 'accept-encoding': encoding },
      );
      expect(await response.json()).toHaveLength(count);
      return response.headers.get('content-encoding');
    };
    gateway.answers['getCurrentUser'] = () => ({ user: { id: 'u', firstName: 'Mia'.repeat(50) } });
    expect(await ask('gzip, br', 20)).toBe('gzip');
    expect(await ask('identity', 20)).toBeNull();
    expect(await ask('gzip', 1)).toBeNull();
  });

  it('makes a call by the key alone where the call says so, also when the contact is refused', async () => {
    const calls = [
      { method: 'GET', path: '/shared/mine' },
      { method: 'GET', path: '/shared/config', byKey: true },
    ];
    const [mine, config] = await read({ ...identity, 'svc-hash': 'wrong', calls });
    expect([mine?.status, config?.status]).toEqual([401, 200]);
    const [both] = await read({ ...identity, calls: [{ ...calls[1], byKey: false }] });
    expect(both?.status).toBe(200);
  });

  it('has operations of widgets alone, and none for a wrong signature', async () => {
    const calls = [
      { method: 'GET', path: '/team' },
      { method: 'POST', path: '/shared/batch', body: {} },
      { method: 'GET', path: '/shared/mine' },
    ];
    const answers = await read({ ...identity, 'svc-hash': 'wrong', calls });
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'route_not_found'],
      [404, 'route_not_found'],
      [401, 'invalid_session'],
    ]);
  });

  it('counts each call against the limits, refused ones too, and takes 20 of them', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    const call = { method: 'GET', path: '/shared/mine' };
    const left = async (sent: object, calls: object[]): Promise<number> =>
      Number((await send({ ...sent, calls })).headers.get('x-ratelimit-remaining'));
    const before = await left(identity, [call]);
    expect(await left(identity, Array(20).fill(call))).toBe(before - 20);
    const wrong = { ...identity, 'svc-hash': 'wrong' };
    const refused = await left(wrong, [call]);
    expect(await left(wrong, [call, { method: 'GET', path: '/team' }])).toBe(refused - 2);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('is a simple request for a browser, which may read it unless the project names other domains', async () => {
    const calls = [{ method: 'GET', path: '/shared/mine' }];
    const origin = 'https://shop.example';
    const open = await send({ ...identity, calls }, { origin });
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
    const own = await send({ ...identity, 'api-token': 'pk_1:shop.example', calls }, { origin });
    expect(own.headers.get('access-control-allow-origin')).toBe(origin);
    const foreign = await send({ ...identity, 'api-token': 'pk_1:other.example', calls }, { origin });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect(await foreign.json()).toMatchObject([{ status: 403, body: { code: 'domain_not_allowed' } }]);
  });

  it('repeats the answer to a call with an idempotency key', async () => {
    const before = operationCalls(gateway.calls).length;
    const call = { method: 'POST', path: '/shared/mine', body: { firstName: 'Mia' }, idempotencyKey: 'k1' };
    const [first] = await read({ ...identity, calls: [call] });
    expect(await read({ ...identity, calls: [call, call] })).toEqual([first, first]);
    expect(operationCalls(gateway.calls)).toHaveLength(before + 1);
  });

  it.each<[string, unknown, string]>([
    ['no calls', { ...identity }, 'calls'],
    ['no call', { ...identity, calls: [] }, 'calls'],
    ['21 calls', { ...identity, calls: Array(21).fill({ method: 'GET', path: '/shared/mine' }) }, 'calls'],
    ['a call without a path', { ...identity, calls: [{ method: 'GET' }] }, 'calls.0'],
    ['a path without a slash', { ...identity, calls: [{ method: 'GET', path: 'shared/mine' }] }, 'calls.0'],
    [
      'a body that is a text',
      { ...identity, calls: [{ method: 'PUT', path: '/shared/mine', body: 'x' }] },
      'calls.0',
    ],
    ['a key that is a number', { calls: [{ method: 'GET', path: '/x' }], 'api-token': 1 }, 'api-token'],
  ])('is 400 for %s', async (_what, body, field) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_input', errors: [{ field }] });
  });

  it('is 400 for what is no JSON, 413 beyond 256 KB, 405 for another method', async () => {
    expect((await send('{')).status).toBe(400);
    expect((await send({ ...identity, calls: [], more: 'x'.repeat(256 * 1024) })).status).toBe(413);
    const other = await fetch(`${gateway.url}/v3/shared/batch`);
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
