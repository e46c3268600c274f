import { createHmac } from 'node:crypto';
import { eventually } from '@parley/testing';
import { base64url, SignJWT } from 'jose';
import { operations } from '../src/routes';
import { operationCalls, startTestGateway, type TestGateway } from './support/gateway';
import {
  ADMIN,
  createSigner,
  OTHER_PROJECT,
  PROJECT,
  publicJwk,
  SERVICE_ACCOUNT,
  SERVICE_TOKEN,
  type Signer,
  signToken,
  TICKET,
} from './support/identities';

const encode = (value: object): string => base64url.encode(JSON.stringify(value));
const soon = (): number => Math.floor(Date.now() / 1000) + 3600;
const claims = (): object => ({
  sub: ADMIN,
  email: 'a@example.com',
  iss: 'parley',
  aud: 'parley-dashboard',
  exp: soon(),
});

describe('dashboard tokens', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  it('are demanded by every operation but the public and the widget’s: 401 unauthenticated with WWW-Authenticate', async () => {
    for (const { id, method, path, options } of operations) {
      if (options.surface === 'public' || options.surface === 'widget') continue;
      const answer = await gateway.api(method, path.replaceAll(/\{\w+\}/g, TICKET), {
        token: null,
        body: method === 'GET' ? undefined : {},
      });
      expect({ id, status: answer.status, body: answer.body }).toMatchObject({
        id,
        status: 401,
        body: { code: 'unauthenticated', type: 'about:blank', title: 'Unauthorized', status: 401 },
      });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="parley"');
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    }
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('do not matter where none is demanded: a broken one is not looked at', async () => {
    const answer = await gateway.api('GET', '/ai/models', { token: 'broken', project: null });
    expect(answer.status).toBe(200);
  });

  const forged: Record<string, (signer: Signer) => Promise<string> | string> = {
    'that are garbage': () => 'garbage',
    'that are three dots': () => '...',
    'with algorithm none': () => `${encode({ alg: 'none' })}.${encode(claims())}.`,
    'with algorithm none and a kid': () => `${encode({ alg: 'none', kid: 'key-1' })}.${encode(claims())}.x`,
    'signed by HS256 with the public key as secret': async (signer) => {
      const body = `${encode({ alg: 'HS256', kid: signer.kid })}.${encode(claims())}`;
      const secret = JSON.stringify(await publicJwk(signer));
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
    },
    'signed by a foreign key under our kid': async () => signToken(await createSigner('key-1')),
    'signed by a key of their own header': async () => {
      const own = await createSigner('own');
      return new SignJWT({ email: 'a@example.com' })
        .setProtectedHeader({ alg: 'EdDSA', jwk: await publicJwk(own) })
        .setSubject(ADMIN)
        .setIssuer('parley')
        .setAudience('parley-dashboard')
        .setExpirationTime('1h')
        .sign(own.pair.privateKey);
    },
    'that have expired': (signer) => signToken(signer, { lifetime: -60 }),
    'of another issuer': (signer) => signToken(signer, { issuer: 'elsewhere' }),
    'for another audience': (signer) => signToken(signer, { audience: 'elsewhere' }),
    'whose subject is no id': (signer) => signToken(signer, { userId: 'root' }),
    'whose payload was changed': async (signer) => {
      const [header, , signature] = (await signToken(signer)).split('.');
      return `${header}.${encode(claims())}.${signature}`;
    },
  };

  it('end with a new password: one that was issued before it is 401, one that was issued after it is good', async () => {
    const now = Math.floor(Date.now() / 1000);
    const answers = gateway.answers['resolveAccount'];
    const ask = async (tokensSince: number) => {
      gateway.answers['resolveAccount'] = () => ({ confirmed: true, tokensSince });
      const userId = `00000000000000000000${String(tokensSince).slice(-4)}`;
      const token = await signToken(gateway.signer, { userId });
      return gateway.api('GET', '/users/me', { token, project: null });
    };
    expect(await ask(now + 5)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect((await ask(now - 5)).status).toBe(200);
    gateway.answers['resolveAccount'] = answers as never;
  });

  it.each(Object.entries(forged))('%s are 401 invalid_token', async (_name, make) => {
    const answer = await gateway.api('GET', '/tickets', { token: await make(gateway.signer) });
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('of another scheme, or of an account that is gone, are 401 invalid_token', async () => {
    const basic = await gateway.api('GET', '/tickets', { headers: { authorization: 'Basic YTpi' } });
    expect(basic).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    const gone = await gateway.api('GET', '/users/me', { token: gateway.tokens.gone });
    expect(gone).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  });

  it('of an unconfirmed account open account operations only: 403 email_unconfirmed elsewhere', async () => {
    const token = gateway.tokens.unconfirmed;
    expect(await gateway.api('GET', '/users/me', { token })).toMatchObject({ status: 200 });
    expect(await gateway.api('GET', '/tickets', { token })).toMatchObject({
      status: 403,
      body: { code: 'email_unconfirmed' },
    });
    expect(await gateway.api('GET', `/projects/${PROJECT}`, { token })).toMatchObject({
      status: 403,
      body: { code: 'email_unconfirmed' },
    });
  });
});

describe('project scope', () => {
  let gateway: TestGateway;
  const revoked = new Set<string>();
  beforeAll(async () => {
    gateway = await startTestGateway({ revoked });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.calls.splice(0));

  it('needs the header: 400 project_required', async () => {
    for (const project of [null, '']) {
      const answer = await gateway.api('GET', '/tickets', { project });
      expect(answer).toMatchObject({ status: 400, body: { code: 'project_required' } });
    }
  });

  it('is 403 project_forbidden for an unknown, malformed or foreign project, and nothing is called', async () => {
    for (const project of [OTHER_PROJECT, 'x', PROJECT.toUpperCase(), `${PROJECT}, ${PROJECT}`, "' OR 1=1"]) {
      const answer = await gateway.api('GET', '/tickets', { project });
      expect(answer).toMatchObject({ status: 403, body: { code: 'project_forbidden' } });
    }
    const outsider = await gateway.api('DELETE', `/tickets/${TICKET}`, { token: gateway.tokens.outsider });
    expect(outsider).toMatchObject({ status: 403, body: { code: 'project_forbidden' } });
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('of /projects/{projectId} is that of the path: 403 project_forbidden for strangers and for no project', async () => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'x' }],
    ] as const) {
      for (const id of [OTHER_PROJECT, 'nonsense', '%00', '%ff']) {
        expect(await gateway.api(method, `/projects/${id}`, { body })).toMatchObject({
          status: 403,
          body: { code: 'project_forbidden' },
        });
      }
      expect(
        await gateway.api(method, `/projects/${PROJECT}`, { body, token: gateway.tokens.outsider }),
      ).toMatchObject({
        status: 403,
        body: { code: 'project_forbidden' },
      });
    }
    expect(operationCalls(gateway.calls)).toEqual([]);
  });

  it('hands the header of /users/me/permissions on unchecked', async () => {
    await gateway.api('GET', '/users/me/permissions', { project: OTHER_PROJECT });
    expect(operationCalls(gateway.calls)[0]?.context.scope).toMatchObject({ projectId: OTHER_PROJECT });
  });

  it('checks the role: 403 permission_denied naming the permission', async () => {
    const answer = await gateway.api('DELETE', `/tickets/${TICKET}`, { token: gateway.tokens.agent });
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(answer.text).toContain('TICKET_DELETE');
    expect(await gateway.api('GET', `/tickets/${TICKET}`, { token: gateway.tokens.agent })).toMatchObject({
      status: 200,
    });
  });

  it('ends for a member who was removed, though it was believed a moment before', async () => {
    const token = gateway.tokens.agent;
    expect(await gateway.api('GET', '/tickets', { token })).toMatchObject({ status: 200 });
    revoked.add('000000000000000000000002');
    await eventually(async () => {
      expect(await gateway.api('GET', '/tickets', { token })).toMatchObject({ status: 403 });
    });
  });
});

describe('service tokens', () => {
  let gateway: TestGateway;
  const revoked = new Set<string>();
  beforeAll(async () => {
    gateway = await startTestGateway({ revoked });
  });
  afterAll(() => gateway.stop());

  it('work in their own project with role user', async () => {
    const own = await gateway.api('GET', '/tickets', { token: SERVICE_TOKEN });
    expect(own.status).toBe(200);
    expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
      actor: { type: 'service', id: SERVICE_ACCOUNT, name: 'Orders' },
      projectId: PROJECT,
      role: 'user',
    });
    expect(await gateway.api('GET', `/projects/${PROJECT}`, { token: SERVICE_TOKEN })).toMatchObject({
      status: 200,
    });
  });

  it('are 403 project_forbidden elsewhere and 400 project_required without the header', async () => {
    expect(
      await gateway.api('GET', '/tickets', { token: SERVICE_TOKEN, project: OTHER_PROJECT }),
    ).toMatchObject({
      status: 403,
      body: { code: 'project_forbidden' },
    });
    expect(await gateway.api('GET', `/projects/${OTHER_PROJECT}`, { token: SERVICE_TOKEN })).toMatchObject({
      status: 403,
      body: { code: 'project_forbidden' },
    });
    expect(await gateway.api('GET', '/tickets', { token: SERVICE_TOKEN, project: null })).toMatchObject({
      status: 400,
      body: { code: 'project_required' },
    });
  });

  it('are 403 permission_denied for account operations and beyond their role', async () => {
    for (const [method, path, body] of [
      ['PUT', '/users/me', { jobTitle: 'x' }],
      ['GET', '/users/unified-inbox', undefined],
      ['GET', '/invitations', undefined],
      ['POST', '/projects', { name: 'x' }],
      ['POST', '/service-accounts', { name: 'x' }],
    ] as const) {
      expect(await gateway.api(method, path, { token: SERVICE_TOKEN, body })).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
  });

  it('read their own account and permissions, as connectors do to check them; another project is 404 there', async () => {
    for (const path of ['/users/me', '/users/me/permissions']) {
      for (const project of [null, PROJECT]) {
        expect(await gateway.api('GET', path, { token: SERVICE_TOKEN, project })).toMatchObject({
          status: 200,
        });
        expect(operationCalls(gateway.calls).at(-1)?.context.scope).toMatchObject({
          actor: { type: 'service', id: SERVICE_ACCOUNT },
          projectId: PROJECT,
          role: 'user',
        });
      }
    }
    const elsewhere = { token: SERVICE_TOKEN, project: OTHER_PROJECT };
    expect(await gateway.api('GET', '/users/me/permissions', elsewhere)).toMatchObject({
      status: 404,
      body: { code: 'project_not_found' },
    });
  });

  it('are 401 invalid_token when unknown, and soon after they were revoked', async () => {
    const unknown = await gateway.api('GET', '/tickets', { token: `psa_${'x'.repeat(43)}` });
    expect(unknown).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    revoked.add(SERVICE_TOKEN);
    await eventually(async () => {
      expect(await gateway.api('GET', '/tickets', { token: SERVICE_TOKEN })).toMatchObject({ status: 401 });
    });
  });
});
