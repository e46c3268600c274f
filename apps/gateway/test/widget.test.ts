import { unauthenticated } from '@parley/errors';
import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { widgetSignature } from '../src/auth/widget';
import { operation } from '../src/rest/operation';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import { ORGANISATION, PROJECT } from './support/identities';

const rows = [
  operation('test.widget', 'GET /widget', UsersServiceDefinition, 'getCurrentUser', { surface: 'widget' }),
  operation('test.widget-key', 'GET /widget-key', UsersServiceDefinition, 'getCurrentUser', {
    surface: 'widget',
    widget: 'key',
  }),
];
const SECRET = 'session-secret';
const FORMER = 'session-secret before it was rotated';

describe('widget operations', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ operations: rows });
    gateway.answers['resolveProjectKey'] = ({ apiToken }: { apiToken: string }) => {
      const [key, domain] = apiToken.split(':');
      if (key !== 'pk_1') throw unauthenticated('INVALID_SESSION', 'There is no such project key.');
      const allowedDomains = domain ? [domain] : [];
      return {
        settings: {
          id: PROJECT,
          organisationId: ORGANISATION,
          sessionSecret: SECRET,
          acceptedSessionSecrets: [FORMER],
          allowedDomains,
        },
      };
    };
  });
  afterAll(() => gateway.stop());

  const call = (
    apiToken: string,
    headers: Record<string, string> = { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') },
    path = '/widget',
  ): ReturnType<TestGateway['api']> =>
    gateway.api('GET', path, {
      token: null,
      project: null,
      headers: { 'api-token': apiToken, ...headers },
    });

  it('act as the contact that the signature proves', async () => {
    expect(await call('pk_1')).toMatchObject({ status: 200 });
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'contact', id: 's1' },
      projectId: PROJECT,
      organisationId: ORGANISATION,
    });
  });

  it('are proven by a former session secret too, for as long as it is accepted', async () => {
    const former = { 'svc-id': 's1', 'svc-hash': widgetSignature(FORMER, 's1') };
    expect(await call('pk_1', former)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an unknown key', 'pk_2', { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') }],
    ['no session', 'pk_1', {}],
    ['another session’s signature', 'pk_1', { 'svc-id': 's2', 'svc-hash': widgetSignature(SECRET, 's1') }],
    ['a signature under another secret', 'pk_1', { 'svc-id': 's1', 'svc-hash': widgetSignature('x', 's1') }],
  ])('with %s are 401 invalid_session', async (_name, key, headers) => {
    const answer = await call(key, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_session' } });
    expect(answer.headers.get('www-authenticate')).toBe('Widget realm="parley"');
  });

  it('from a page outside the allowed domains are 403 domain_not_allowed', async () => {
    const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') };
    const from = async (origin?: string): Promise<number> =>
      (await call('pk_1:example.com', { ...signed, ...(origin && { origin }) })).status;
    expect(await from('https://example.com')).toBe(200);
    expect(await from('https://shop.example.com:8443')).toBe(200);
    expect(await from('https://badexample.com')).toBe(403);
    expect(await from('https://example.com.evil.net')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from()).toBe(403);
  });

  it('let pages of the allowed domains read their answers, and pages of any where a project names none', async () => {
    const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') };
    const readable = async (key: string, origin: string): Promise<(string | null)[]> => {
      const { headers } = await call(key, { ...signed, origin });
      return [headers.get('access-control-allow-origin'), headers.get('vary')];
    };
    expect(await readable('pk_1', 'https://evil.net')).toEqual(['*', null]);
    expect(await readable('pk_1:example.com', 'https://shop.example.com')).toEqual([
      'https://shop.example.com',
      'Origin',
    ]);
    expect(await readable('pk_1:example.com', 'https://evil.net')).toEqual([null, 'Origin']);
  });

  it('that need the key alone act as nobody in the project of the key', async () => {
    expect(await call('pk_1', {}, '/widget-key')).toMatchObject({ status: 200 });
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'anonymous' },
      projectId: PROJECT,
      organisationId: ORGANISATION,
    });
    expect(await call('pk_2', {}, '/widget-key')).toMatchObject({ status: 401 });
    expect(await call('pk_1:example.com', {}, '/widget-key')).toMatchObject({ status: 403 });
  });

  it('that need the key alone take a session that is signed, and refuse one that is not', async () => {
    const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SECRET, 's1') };
    expect(await call('pk_1', signed, '/widget-key')).toMatchObject({ status: 200 });
    expect(operationCalls(gateway.calls).at(-1)?.context.scope.actor).toEqual({ type: 'contact', id: 's1' });
    for (const forged of [
      { ...signed, 'svc-hash': 'x' },
      { 'svc-id': 's1' },
      { 'svc-hash': signed['svc-hash'] },
    ])
      expect(await call('pk_1', forged as Record<string, string>, '/widget-key')).toMatchObject({
        status: 401,
        body: { code: 'invalid_session' },
      });
  });
});
