import { eventually } from '@parley/testing';
import { startTestGateway } from './support/gateway';
import { createSigner, publicJwk, SERVICE_TOKEN, signToken } from './support/identities';

describe('signing keys', () => {
  it('are fetched again for an unknown kid at most once per 5 s, and old tokens stay good', async () => {
    let now = Date.now();
    const second = await createSigner('key-2');
    const published: object[] = [];
    const gateway = await startTestGateway({ now: () => now, moreKeys: async () => published });
    const fetches = (): number => gateway.calls.filter(({ rpc }) => rpc === 'getSigningKeys').length;
    const status = async (token: string): Promise<number> =>
      (await gateway.api('GET', '/tickets', { token })).status;

    expect(await status(gateway.tokens.admin)).toBe(200);
    expect(fetches()).toBe(1);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await status(await signToken(second))).toBe(401);
    expect(fetches()).toBe(1);

    published.push(await publicJwk(second));
    now += 5_001;
    expect(await status(await signToken(second))).toBe(200);
    expect(fetches()).toBe(2);
    expect(await status(gateway.tokens.agent)).toBe(200);
    await gateway.stop();
  });

  it.each(['ES256', 'RS256'])('may be of %s too', async (algorithm) => {
    const signer = await createSigner('other', algorithm);
    const gateway = await startTestGateway({ moreKeys: async () => [await publicJwk(signer, algorithm)] });
    expect(
      await gateway.api('GET', '/tickets', { token: await signToken(signer, { algorithm }) }),
    ).toMatchObject({
      status: 200,
    });
    await gateway.stop();
  });

  it('of another algorithm are refused although they are published: 401 invalid_token', async () => {
    const signer = await createSigner('other', 'ES384');
    const gateway = await startTestGateway({ moreKeys: async () => [await publicJwk(signer, 'ES384')] });
    const token = await signToken(signer, { algorithm: 'ES384' });
    expect(await gateway.api('GET', '/tickets', { token })).toMatchObject({ status: 401 });
    await gateway.stop();
  });

  it('that were verified are not believed past the end of the token', async () => {
    let now = Date.now();
    const gateway = await startTestGateway({ now: () => now });
    const token = await signToken(gateway.signer, { lifetime: 30 });
    expect(await gateway.api('GET', '/users/me', { token })).toMatchObject({ status: 200 });
    now = Date.now() + 31_000;
    expect(await gateway.api('GET', '/users/me', { token })).toMatchObject({ status: 401 });
    await gateway.stop();
  });
});

describe('guessing tokens', () => {
  it('is 429 after the limit of refused tokens, while good tokens of the same address pass', async () => {
    const gateway = await startTestGateway({ config: { authFailureLimitPerMinute: 3 } });
    const status = async (token: string): Promise<number> =>
      (await gateway.api('GET', '/users/me', { token })).status;
    const project = async (token: string): Promise<number> =>
      (await gateway.api('GET', '/tickets', { token })).status;
    const looks = (): number => gateway.calls.filter(({ rpc }) => rpc === 'resolveServiceToken').length;
    expect(await status(gateway.tokens.admin)).toBe(200);
    expect(await project(SERVICE_TOKEN)).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push(await status(`guess-${attempt}`));
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect(await status(gateway.tokens.admin)).toBe(200);
    // Also when what was believed of it is too old and it has to be looked up again.
    await eventually(async () => {
      expect(await project(SERVICE_TOKEN)).toBe(200);
      expect(looks()).toBe(2);
    });
    await gateway.stop();
  });

  it('shuts out no good token of the same address, also one that was never seen, nor a login', async () => {
    const gateway = await startTestGateway({
      config: { authFailureLimitPerMinute: 3, rateLimitPerMinute: 20 },
    });
    const status = async (token: string, path = '/users/me'): Promise<number> =>
      (await gateway.api('GET', path, { token })).status;
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        status(index % 2 ? `guess-${index}` : `psa_${String(index).padStart(32, 'x')}`),
      ),
    );
    expect(guesses).toContain(429);
    expect(guesses.filter((found) => found !== 401 && found !== 429)).toEqual([]);
    expect(await status('one-more')).toBe(429);
    expect(await status(gateway.tokens.admin)).toBe(200);
    expect(await status(SERVICE_TOKEN, '/tickets')).toBe(200);
    const login = await gateway.api('POST', '/users/login', {
      token: null,
      project: null,
      body: { email: 'ada@example.com', password: 'x' },
    });
    expect(login.status).toBe(200);
    await gateway.stop();
  });
});
