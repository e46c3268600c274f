import { operations } from '../src/routes';
import {
  type ApiAnswer,
  type ApiRequest,
  operationCalls,
  startTestGateway,
  type TestGateway,
} from './support/gateway';
import { ADMIN, PROJECT_KEY, SECRET_KEY, SERVICE_TOKEN, signToken, TICKET } from './support/identities';

const marked = { 'x-requested-with': 'inbox' };
const refused = { status: 403, body: { code: 'cookie_not_allowed' } };

describe('the session of the inbox', () => {
  let gateway: TestGateway;
  let cookie: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    cookie = `parley_inbox=${gateway.tokens.admin}`;
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  /** A request with the cookie and no token. */
  const ask = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    more: ApiRequest = {},
  ): Promise<ApiAnswer> =>
    gateway.api(method, path, { token: null, ...more, headers: { cookie, ...headers } });

  it('identifies the person of its token for every operation of people, and none else', async () => {
    const wrong: string[] = [];
    for (const { id, method, path, options } of operations) {
      if (options.surface === 'public') continue;
      const answer = await ask(method, path.replaceAll(/\{\w+\}/g, TICKET), marked, {
        body: method === 'GET' ? undefined : '{',
      });
      const isRefused = answer.status === 401;
      if (isRefused === ['dashboard', 'account'].includes(options.surface)) wrong.push(id);
    }
    expect(wrong).toEqual([]);
  });

  it('acts as the token does: in the same project, counted as the same person', async () => {
    const byToken = await gateway.api('GET', '/tickets');
    const byCookie = await ask('GET', '/tickets');
    expect(byCookie.status).toBe(200);
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'user', id: ADMIN },
      role: 'admin',
    });
    expect(Number(byCookie.headers.get('x-ratelimit-remaining'))).toBe(
      Number(byToken.headers.get('x-ratelimit-remaining')) - 1,
    );
  });

  it.each([
    ['an Origin of another host', { origin: 'https://evil.example.com' }],
    ['an Origin of another port', { origin: 'http://127.0.0.1:1' }],
    ['the Origin null', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused with %s: 403 cookie_not_allowed', async (_name, headers) => {
    expect(await ask('GET', '/tickets', headers as Record<string, string>)).toMatchObject(refused);
    expect(await ask('PUT', '/users/me', { ...marked, ...headers }, { body: {} })).toMatchObject(refused);
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('is taken from its own pages, and for a page or a file that a person opens', async () => {
    const own = { origin: gateway.url, 'sec-fetch-site': 'same-origin' };
    expect((await ask('GET', '/tickets', own)).status).toBe(200);
    expect((await ask('PUT', '/users/me', { ...own, ...marked }, { body: {} })).status).toBe(200);
    expect((await ask('GET', '/users/me', { 'sec-fetch-site': 'none' })).status).toBe(200);
    const typed = await ask('PUT', '/users/me', { 'sec-fetch-site': 'none', ...marked }, { body: {} });
    expect(typed).toMatchObject(refused);
  });

  it('changes nothing without the header x-requested-with: 403 cookie_not_allowed', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const row = operations.find((one) => one.method === method && one.options.surface === 'dashboard');
      if (!row) continue;
      const answer = await ask(method, row.path.replaceAll(/\{\w+\}/g, TICKET), {}, { body: {} });
      expect({ method, ...answer }).toMatchObject({ method, ...refused });
      expect(answer.text).toContain('x-requested-with');
    }
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('does not count beside a header Authorization', async () => {
    const foreign = { cookie, origin: 'https://evil.example.com' };
    const agent = await gateway.api('GET', '/users/me', { token: gateway.tokens.agent, headers: foreign });
    expect(agent.status).toBe(200);
    expect(operationCalls(gateway.calls).at(-1)?.context.scope.actor).not.toMatchObject({ id: ADMIN });
    const broken = await gateway.api('GET', '/users/me', { token: 'broken', headers: { cookie } });
    expect(broken).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(broken.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['that has expired', (one: TestGateway) => signToken(one.signer, { lifetime: -60 })],
    ['of an account that is gone', (one: TestGateway) => one.tokens.gone],
    ['of a service account', () => SERVICE_TOKEN],
    ['that is none', () => ''],
  ])('with a token %s is 401 invalid_token, and is cleared', async (_name, make) => {
    const answer = await ask('GET', '/users/me', { cookie: `parley_inbox=${await make(gateway)}` });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(answer.headers.get('set-cookie')).toBe(
      'parley_inbox=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    );
  });

  it('opens neither MCP, nor the widget’s operations, nor those of a customer’s server', async () => {
    const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { cookie, ...marked, 'content-type': 'application/json', ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    for (const path of ['/mcp', '/v3/shared/sessions', '/admin/identify'])
      expect({ path, status: (await post(path)).status }).toEqual({ path, status: 401 });
    // Their own keys are enough, wherever the page is from.
    const foreign = { origin: 'https://shop.example.com' };
    const widget = await post('/v3/shared/sessions', { ...foreign, 'api-token': PROJECT_KEY });
    const server = await post('/admin/identify', { ...foreign, 'api-token': SECRET_KEY });
    expect([widget.status, server.status]).not.toContain(401);
    expect([widget.status, server.status]).not.toContain(403);
  });

  it('is never readable by pages of other origins: no answer allows credentials', async () => {
    const headers = { origin: 'https://evil.example.com', 'access-control-request-method': 'PUT' };
    const preflight = await ask('OPTIONS', '/users/me', headers);
    const answers = [preflight, await ask('GET', '/users/me'), await ask('GET', '/users/me', headers)];
    for (const answer of answers) expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-headers')).not.toMatch(/x-requested-with|cookie/i);
  });

  it('is begun and ended by own pages alone', async () => {
    gateway.answers['signIn'] = () => ({ token: 'a.b.c', maxAge: 60, user: { id: ADMIN } });
    const body = { email: 'ada@example.com', password: 'correct horse battery' };
    for (const [method, sent] of [
      ['POST', { body }],
      ['DELETE', {}],
    ] as const) {
      for (const headers of [{}, { ...marked, origin: 'https://evil.example.com' }]) {
        const answer = await gateway.api(method, '/inbox/session', { token: null, headers, ...sent });
        expect(answer).toMatchObject(refused);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    }
    expect(operationCalls(gateway.calls)).toEqual([]);
  });
});

describe('over https the session of the inbox', () => {
  const signIn = (gateway: TestGateway, headers: Record<string, string> = {}): Promise<ApiAnswer> => {
    gateway.answers['signIn'] = () => ({ token: 'a.b.c', maxAge: 60, user: { id: ADMIN } });
    const body = { email: 'ada@example.com', password: 'correct horse battery' };
    return gateway.api('POST', '/inbox/session', { token: null, headers: { ...marked, ...headers }, body });
  };
  const secure = '__Host-parley_inbox=a.b.c; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure';

  it('is for this host alone, behind a proxy that is trusted or where the public address says so', async () => {
    const proxied = await startTestGateway({ config: { trustedProxies: ['127.0.0.1'] } });
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'support.example.com' };
    const origin = 'https://support.example.com';
    expect((await signIn(proxied, { ...forwarded, origin })).headers.get('set-cookie')).toBe(secure);
    expect((await signIn(proxied)).headers.get('set-cookie')).not.toContain('Secure');
    const named = await startTestGateway({ publicUrl: 'https://support.example.com/' });
    expect((await signIn(named, { origin })).headers.get('set-cookie')).toBe(secure);
    expect(await signIn(named, { ...forwarded, origin: 'https://other.example.com' })).toMatchObject(refused);
    // A cookie without the prefix may be another host’s.
    const ask = (name: string): Promise<ApiAnswer> =>
      named.api('GET', '/users/me', { token: null, headers: { cookie: `${name}=${named.tokens.admin}` } });
    expect((await ask('__Host-parley_inbox')).status).toBe(200);
    expect((await ask('parley_inbox')).status).toBe(401);
    await Promise.all([proxied.stop(), named.stop()]);
  });
});
