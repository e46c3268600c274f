import { createSealer } from '@parley/auth';
import { createTestDatabase } from '@parley/testing';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
  type JWTPayload,
} from 'jose';
import { startInbox } from './support/inbox';
import {
  anonymous,
  composeReplica,
  PASSWORD,
  startWorkspace,
  type TestWorkspace,
  testSealer,
} from './support/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.stop());

const keySet = async (): Promise<JSONWebKeySet> =>
  JSON.parse((await workspace.directory.getSigningKeys({}, anonymous())).jwks) as JSONWebKeySet;
const verified = async (token: string): Promise<JWTPayload> => {
  const options = { issuer: 'parley', audience: 'parley-dashboard', algorithms: ['EdDSA'] };
  return (await jwtVerify(token, createLocalJWKSet(await keySet()), options)).payload;
};
const loginToken = async (email: string): Promise<string> =>
  (await workspace.users.login({ email, password: PASSWORD }, anonymous())).token;
const readKid = (token: string): string | undefined => decodeProtectedHeader(token).kid;

describe('a dashboard token', () => {
  it('is signed by EdDSA with a kid of the key set and lives 86,400 seconds', async () => {
    const { user, token } = await workspace.person();
    const payload = await verified(token);
    expect(payload).toMatchObject({
      sub: user.id,
      email: user.email,
      iss: 'parley',
      aud: 'parley-dashboard',
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(86_400);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'JWT' });
  });

  it('is verified by keys that show no private part, and stored sealed', async () => {
    const { keys } = await keySet();
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        x: expect.any(String),
        kid: expect.any(String),
      },
    ]);
    const [row] = await workspace.database.db.query<{ private_key: string }>(
      'SELECT private_key FROM signing_key',
    );
    expect(row?.private_key).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
    expect(testSealer.open(String(row?.private_key), `signing-key:${keys[0]?.kid}`)).toContain('"d"');
  });
});

describe('rotate-signing-keys', () => {
  it('signs with a new key at once, while old tokens stay good', async () => {
    const { user, token: old } = await workspace.person();
    const answer = await workspace.command('rotate-signing-keys');
    const fresh = await loginToken(user.email);
    expect(readKid(fresh)).not.toBe(readKid(old));
    expect(answer).toContain(readKid(fresh));
    expect((await verified(old)).sub).toBe(user.id);
    expect((await verified(fresh)).sub).toBe(user.id);
    expect((await keySet()).keys[0]?.kid).toBe(readKid(fresh));
  });

  it('forgets the private part of a retired key and drops the key when its last token has expired', async () => {
    const { token: old } = await workspace.person();
    await workspace.command('rotate-signing-keys');
    const [retired] = await workspace.database.db.query<{ private_key: string | null; seconds: number }>(
      `SELECT private_key, extract(epoch FROM tokens_expire_at - retired_at)::float AS seconds
       FROM signing_key WHERE kid = $1`,
      [readKid(old)],
    );
    expect(retired?.private_key).toBeNull();
    expect(retired?.seconds).toBeGreaterThanOrEqual(86_400);

    await workspace.database.db.query(
      "UPDATE signing_key SET tokens_expire_at = now() - interval '1 second' WHERE kid = $1",
      [readKid(old)],
    );
    expect((await keySet()).keys.map(({ kid }) => kid)).not.toContain(readKid(old));
    await workspace.command('rotate-signing-keys');
    expect(
      await workspace.database.db.query('SELECT 1 FROM signing_key WHERE kid = $1', [readKid(old)]),
    ).toEqual([]);
  });

  it('ends with one current key when 5 run at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => workspace.command('rotate-signing-keys')));
    expect(
      await workspace.database.db.query('SELECT kid FROM signing_key WHERE retired_at IS NULL'),
    ).toHaveLength(1);
  });
});

describe('the first start', () => {
  it('ends with one key when two replicas start at once', async () => {
    const [database, inbox] = await Promise.all([createTestDatabase('workspace'), startInbox()]);
    const replicas = [1, 2].map(() => composeReplica({ databaseUrl: database.url, mailUrl: inbox.url }));
    await Promise.all(replicas.map((replica) => replica.start()));
    const keys = await database.db.query('SELECT kid FROM signing_key');
    await Promise.all(replicas.map((replica) => replica.stop().then(() => replica.closeMail())));
    await Promise.all([database.drop(), inbox.close()]);
    expect(keys).toHaveLength(1);
  });

  it('keeps the key of a former start', async () => {
    const { token } = await workspace.person();
    const again = composeReplica({ databaseUrl: workspace.database.url, mailUrl: workspace.inbox.url });
    await again.start();
    await again.stop();
    await again.closeMail();
    const { user } = await workspace.person();
    expect(readKid(await loginToken(user.email))).toBe(readKid(token));
  });
});

describe('a later start', () => {
  it('fails when its secret cannot open the key there is', async () => {
    const places = { databaseUrl: workspace.database.url, mailUrl: workspace.inbox.url };
    const replica = composeReplica({ ...places, sealer: createSealer(['x'.repeat(32)]) });
    await expect(replica.start()).rejects.toThrow('a key that is not configured');
    await replica.stop();
    await replica.closeMail();
  });
});

describe('reseal-secrets', () => {
  const NEW = 'a newer secret for tests, long enough too';
  const OLD = 'a secret for tests, long enough to be taken';

  it('seals keys, session secrets and credentials with the first secret, after which the old one can go', async () => {
    const sealed = await startWorkspace();
    const { context } = await sealed.person();
    const { project } = await sealed.projects.createProject({ name: 'Web shop' }, context);
    const projectId = String(project?.id);
    await sealed.projects.updateProject(
      { projectId, integrations: { stripe: { apiKey: 'sk_live_1' } } },
      context,
    );
    await sealed.command('rotate-session-secret', projectId);
    const inside = {
      ...context,
      scope: { ...context.scope, projectId, organisationId: 'o', role: 'admin' as const },
    };
    const { webhook } = await sealed.webhooks.createWebhook(
      {
        url: 'https://hooks.example.com/',
        events: ['TICKET_CREATED'],
        headers: [{ key: 'x-key', value: 'v' }],
      },
      inside,
    );
    const webhookId = String(webhook?.id);
    await sealed.webhooks.rotateWebhookSecret({ webhookId }, inside);

    const places = { databaseUrl: sealed.database.url, mailUrl: sealed.inbox.url };
    const both = composeReplica({ ...places, sealer: createSealer([NEW, OLD]) });
    expect(await both.commands?.['reseal-secrets']?.(() => undefined, [])).toContain(
      ': 1 signing keys, the secrets of 1 projects and 1 webhooks',
    );
    expect(await both.commands?.['reseal-secrets']?.(() => undefined, [])).toContain(
      ': 0 signing keys, the secrets of 0 projects and 0 webhooks',
    );
    await both.stop();
    await both.closeMail();

    const sealer = createSealer([NEW]);
    const [row] = await sealed.database.db.query<{
      session_secret: string;
      former: { sealed: string }[];
      integrations: { stripe: string };
    }>(`SELECT session_secret, former_session_secrets AS former, integrations FROM project WHERE id = $1`, [
      projectId,
    ]);
    const sessionSecret = (text: string | undefined): string =>
      sealer.open(String(text), `project:${projectId}:session-secret`);
    expect(sessionSecret(row?.session_secret)).toMatch(/^[\w-]{43}$/);
    expect(row?.former.map((one) => sessionSecret(one.sealed))).toEqual([project?.sessionSecret]);
    const [hook] = await sealed.database.db.query<{
      secret: string;
      former: { sealed: string }[];
      headers: string;
    }>('SELECT secret, former_secrets AS former, headers FROM webhook WHERE id = $1', [webhookId]);
    expect(sealer.open(String(hook?.secret), `webhook:${webhookId}:secret`)).toMatch(/^whsec_/);
    expect(hook?.former.map((one) => sealer.open(one.sealed, `webhook:${webhookId}:secret`))).toEqual([
      webhook?.secret,
    ]);
    expect(JSON.parse(sealer.open(String(hook?.headers), `webhook:${webhookId}:headers`))).toEqual([
      { key: 'x-key', value: 'v' },
    ]);
    expect(sealer.open(String(row?.integrations.stripe), `project:${projectId}:integration:stripe`)).toBe(
      '{"apiKey":"sk_live_1"}',
    );
    const [key] = await sealed.database.db.query<{ kid: string; private_key: string }>(
      'SELECT kid, private_key FROM signing_key WHERE retired_at IS NULL',
    );
    expect(sealer.open(String(key?.private_key), `signing-key:${key?.kid}`)).toContain('"d"');
    await sealed.stop();
  });
});
