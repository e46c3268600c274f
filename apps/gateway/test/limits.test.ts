import { describeWith, engineUrl } from '@parley/testing';
import { widgetSignature } from '../src/auth/widget';
import { addressKey } from '@parley/limits';
import { type ApiAnswer, startTestGateway, type TestGateway } from './support/gateway';
import { ANSWERED, openRaw, readStatus } from './support/raw-http';
import { PROJECT, PROJECT_KEY, SERVICE_TOKEN, SESSION_SECRET } from './support/identities';

const standing = ({ headers }: ApiAnswer): Record<string, string | null> =>
  Object.fromEntries(
    ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map(
      (name) => [name, headers.get(name)],
    ),
  );

describe('rate limits', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      config: { rateLimitPerMinute: 3, signupLimitPerHour: 2, loginLimitPerMinute: 2 },
    });
  });
  afterAll(() => gateway.stop());

  it('allow 3 requests a minute, tell so on every answer, then answer 429 with Retry-After', async () => {
    const answers = [];
    for (let request = 0; request < 4; request += 1) answers.push(await gateway.api('GET', '/tickets'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const [first, , , last] = answers as [ApiAnswer, ApiAnswer, ApiAnswer, ApiAnswer];
    expect(standing(first)).toEqual({
      'ratelimit-policy': '"default";q=3;w=60',
      ratelimit: expect.stringMatching(/^"default";r=2;t=\d+$/),
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    expect(last.body).toMatchObject({ code: 'rate_limited', title: 'Too Many Requests' });
    expect(standing(last)).toMatchObject({ 'x-ratelimit-remaining': '0' });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('are told before a body is there', async () => {
    const connection = openRaw(gateway.url);
    const caller = `Authorization: Bearer ${gateway.tokens.admin}\r\nproject: ${PROJECT}`;
    const body = 'Content-Type: application/json\r\nContent-Length: 5000000';
    await connection.send(`POST /v3/tickets HTTP/1.1\r\nHost: x\r\n${caller}\r\n${body}\r\n\r\n`);
    expect(readStatus(await connection.until(ANSWERED))).toBe(429);
    connection.destroy();
  });

  it('count each caller and project for itself', async () => {
    expect(await gateway.api('GET', '/tickets', { token: gateway.tokens.agent })).toMatchObject({
      status: 200,
    });
    expect(await gateway.api('GET', '/users/me')).toMatchObject({ status: 200 });
  });

  it('do not count by a project that is only named', async () => {
    const fresh = await startTestGateway({ config: { rateLimitPerMinute: 2 } });
    const statuses = [];
    for (const project of ['a', 'b', 'c']) {
      statuses.push((await fresh.api('GET', '/users/me/permissions', { project })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    await fresh.stop();
  });

  it('take the project’s own limit', async () => {
    const answers = gateway.answers['resolveServiceToken'];
    gateway.answers['resolveServiceToken'] = async (request, context) => ({
      ...((await answers?.(request, context)) as object),
      requestLimitPerMinute: 7,
    });
    const answer = await gateway.api('GET', `/projects/${PROJECT}`, { token: SERVICE_TOKEN });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('7');
  });

  it('tell refused callers and wrong paths where they stand too', async () => {
    const fresh = await startTestGateway({ config: { rateLimitPerMinute: 5 } });
    const refused = await fresh.api('GET', '/tickets', { token: null });
    expect(refused.status).toBe(401);
    expect(standing(refused)).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
    const nowhere = await fresh.api('GET', '/nowhere', { token: null });
    expect(nowhere.status).toBe(404);
    expect(standing(nowhere)).toMatchObject({ 'x-ratelimit-remaining': '3' });
    for (let request = 0; request < 3; request += 1) await fresh.api('GET', '/tickets', { token: 'x' });
    expect(await fresh.api('GET', '/nowhere', { token: null })).toMatchObject({ status: 429 });
    await fresh.stop();
  });

  it('let sign-up, verify and resend share one budget per address', async () => {
    const fresh = await startTestGateway({ config: { signupLimitPerHour: 2 } });
    const call = (path: string, body: unknown): Promise<ApiAnswer> =>
      fresh.api('POST', path, { token: null, project: null, body });
    const signUp = await call('/users', { email: 'a@b.co', name: 'A', challengeToken: 'c' });
    expect(signUp.status).toBe(200);
    expect(signUp.headers.get('ratelimit-policy')).toBe('"default";q=1000000;w=60, "signUp";q=2;w=3600');
    expect(standing(signUp)).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
    expect(await call('/users/verify', { email: 'a@b.co', code: '1' })).toMatchObject({ status: 200 });
    const third = await call('/users/resend', { id: 'x' });
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await call('/users/login', { email: 'a@b.co', password: 'x' })).toMatchObject({ status: 200 });
    await fresh.stop();
  });

  it('hold logins to one account by the account, whatever the case of its address', async () => {
    const fresh = await startTestGateway({ config: { loginLimitPerMinute: 2 } });
    const login = async (email: string): Promise<number> =>
      (
        await fresh.api('POST', '/users/login', {
          token: null,
          project: null,
          body: { email, password: 'x' },
        })
      ).status;
    expect([await login('a@b.co'), await login('A@b.co '), await login('a@B.co')]).toEqual([200, 200, 429]);
    expect(await login('other@b.co')).toBe(200);
    await fresh.stop();
  });

  it('hold logins of one address to all accounts to ten times as many', async () => {
    const fresh = await startTestGateway({ config: { loginLimitPerMinute: 1 } });
    const statuses = [];
    for (let account = 0; account < 11; account += 1) {
      const body = { email: `a${account}@b.co`, password: 'x' };
      statuses.push((await fresh.api('POST', '/users/login', { token: null, project: null, body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    await fresh.stop();
  });

  it('hold questions to the help center by session, else by address', async () => {
    const fresh = await startTestGateway({ config: { answerLimitPerMinute: 2 } });
    const ask = async (svcId?: string): Promise<number> => {
      const session = svcId && { 'svc-id': svcId, 'svc-hash': widgetSignature(SESSION_SECRET, svcId) };
      const headers = { 'api-token': PROJECT_KEY, ...(session || {}) };
      const answer = await fresh.api('GET', '/shared/helpcenter/answer?question=x', {
        token: null,
        project: null,
        headers,
      });
      return answer.status;
    };
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    expect([await ask('s1'), await ask('s1'), await ask('s1'), await ask('s2')]).toEqual([
      200, 200, 429, 200,
    ]);
    await fresh.stop();
  });

  it('believe X-Forwarded-For of trusted proxies only', async () => {
    const ipSeen = async (trustedProxies: string[]): Promise<unknown> => {
      const fresh = await startTestGateway({ config: { trustedProxies } });
      await fresh.api('GET', '/tickets', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const ip = fresh.calls.at(-1)?.context.scope.ip;
      await fresh.stop();
      return ip;
    };
    expect(await ipSeen([])).toBe('127.0.0.1');
    expect(await ipSeen(['127.0.0.0/8'])).toBe('203.0.113.9');
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('count %s as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describeWith('redis')('rate limits in Redis', () => {
  it('count for two gateways together', async () => {
    const options = { config: { rateLimitPerMinute: 4 }, redisUrl: engineUrl('redis') ?? '' };
    const one = await startTestGateway(options);
    const two = await startTestGateway(options);
    const ask = async (gateway: TestGateway): Promise<number> =>
      (await gateway.api('GET', '/nowhere', { token: null })).status;
    const statuses = [
      await ask(one),
      await ask(two),
      await ask(one),
      await ask(two),
      await ask(one),
      await ask(two),
    ];
    expect(statuses.slice(4)).toEqual([429, 429]);
    await one.stop();
    await two.stop();
  });
});
