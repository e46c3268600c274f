import { openDatabase } from '@parley/persistence';
import { serviceNames } from '@parley/runtime';
import { eventually } from '@parley/testing';
import { createApi } from './support/api';
import { expectForgotten, fullJobSettings, runFullJob } from './support/full-job';
import { type Mailbox, openMailbox } from './support/mailbox';
import { runMainJob } from './support/main-job';
import { partNames } from './support/parts';
import {
  findDatabase,
  type RunningPlatform,
  removeHome,
  startStandalone,
  temporaryHome,
} from './support/platform';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What readiness says of each part. */
const readChecks = async ({ origin }: RunningPlatform): Promise<Record<string, string>> => {
  const { checks } = (await (await fetch(`${origin}/readyz`)).json()) as { checks: Record<string, string> };
  return checks;
};

describe('the platform in one process on embedded engines', () => {
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  const api = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    mailbox = await openMailbox();
    platform = await startStandalone({
      SMTP_URL: mailbox.url,
      PARLEY_HOME: temporaryHome(),
      ...fullJobSettings,
    });
  });
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    removeHome(platform.home);
  });

  it('starts all services at once without one failing on another that has not started', () => {
    expect(
      platform
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
  });

  it('names each engine in use on one line and prints where the API and its reference page are', async () => {
    await eventually(() => expect(platform.output()).toContain(`${platform.origin}/docs`));
    expect(platform.output()).toContain(`${platform.origin}/v3`);
    for (const engine of ['database', 'events', 'cache', 'search', 'mail']) {
      expect(platform.output()).toMatch(new RegExp(`^\\s*${engine}\\b.*$`, 'm'));
    }
  });

  it('seeds demo data whose credentials work', async () => {
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
    const person = { email: expect.any(String), password: expect.any(String), token: expect.any(String) };
    expect(demo).toEqual({
      baseUrl: `${platform.origin}/v3`,
      projectId: expect.stringMatching(/^[0-9a-f]{24}$/),
      organisationId: expect.stringMatching(/^[0-9a-f]{24}$/),
      apiToken: expect.any(String),
      admin: person,
      agent: person,
      serviceToken: expect.any(String),
    });
    const login = await api.call('POST', '/users/login', {
      email: demo.admin.email,
      password: demo.admin.password,
    });
    expect(login.status).toBe(200);
    for (const token of [demo.admin.token, demo.agent.token, demo.serviceToken, login.body.token]) {
      const list = await api.as({ token, project: demo.projectId }).call('GET', '/tickets');
      expect(list.status).toBe(200);
      expect(list.body.totalCount).toBeGreaterThan(0);
    }
    const visitor = await api.call('POST', '/shared/sessions', {}, { 'api-token': demo.apiToken });
    expect(visitor).toMatchObject({ status: 200, body: { svcHash: expect.any(String) } });
  });

  describe('and one of another home and port beside it', () => {
    let beside: RunningPlatform;
    const apiBeside = createApi(() => `${beside.origin}/v3`);

    beforeAll(async () => {
      beside = await startStandalone({
        PARLEY_DEMO: '0',
        REDIS_URL: 'redis://127.0.0.1:1',
        AI_BASE_URL: 'http://127.0.0.1:1/v1',
      });
    });
    afterAll(() => removeHome(beside.home));

    it('starts without Redis and a model that cannot be reached: readiness names them', async () => {
      expect(await readChecks(beside)).toMatchObject({
        database: 'ok',
        disk: 'ok',
        redis: 'away',
        'tickets.ai': 'away',
      });
    });

    it('writes each mail whole to $PARLEY_HOME/mail where no server is named', async () => {
      await apiBeside.call('POST', '/users', { email: 'ada@example.com', name: 'Ada', challengeToken: 'x' });
      const folder = join(beside.home, 'mail');
      const file = await eventually(() => {
        const [name] = existsSync(folder)
          ? readdirSync(folder).filter((entry) => entry.endsWith('.eml'))
          : [];
        if (!name) throw new Error('No mail yet');
        return name;
      });
      expect(file).toMatch(/ada@example\.com\.eml$/);
      expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^\d{6}|\b\d{6}\b/m);
      expect(existsSync(join(beside.home, 'demo.json'))).toBe(false);
    });

    it('has no demo page where there are no demo data, and its start page links to none', async () => {
      for (const path of ['/demo', '/demo/', '/demo/demo.json', '/demo/demo.js'])
        expect((await fetch(beside.origin + path)).status).toBe(404);
      const start = await fetch(beside.origin, { headers: { accept: 'text/html' } });
      expect(await start.text()).not.toContain('href="/demo"');
    });

    it('share nothing', async () => {
      const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
      const login = { email: demo.admin.email, password: demo.admin.password };
      expect(await apiBeside.call('POST', '/users/login', login)).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
      expect((await api.call('POST', '/users/login', login)).status).toBe(200);
      expect(await beside.stop()).toBe(0);
      expect((await api.call('POST', '/users/login', login)).status).toBe(200);
    });
  });

  it('seeds a board with the contacts', async () => {
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
    const inDemo = api.as({ token: demo.agent.token, project: demo.projectId });
    const { body: boards } = await inDemo.call('GET', '/pipelines');
    expect(boards).toMatchObject([{ name: 'Onboarding', recordType: 'contacts', visibility: 'public' }]);
    const { body: summary } = await inDemo.call('GET', `/pipelines/${boards[0].id}/summary`);
    expect(summary).toMatchObject({
      count: 4,
      lanes: [
        { laneId: 'invited', count: 2, calculations: { seats: 1 } },
        { laneId: 'trial', count: 1, calculations: { seats: 25, price: 600 } },
        { laneId: 'live', count: 1, calculations: { seats: 5, price: 120 } },
      ],
    });
    const { body: entries } = await inDemo.call('GET', `/pipelines/${boards[0].id}/entries?laneId=trial`);
    expect(entries).toMatchObject([
      { record: { name: 'Lin Park' }, recordValues: { plan: 'pro', companyName: 'Acme Ltd' } },
    ]);
  });

  it('seeds a help center in two languages, with a restricted article and a draft', async () => {
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
    const inDemo = api.as({ token: demo.agent.token, project: demo.projectId });
    const { body: collections } = await inDemo.call('GET', '/helpcenter/collections');
    expect(
      collections.map(
        ({ title, articlesCount }: { title: { en: string; de: string }; articlesCount: number }) => [
          title.en,
          title.de,
          articlesCount,
        ],
      ),
    ).toEqual([
      ['Orders and billing', 'Bestellungen und Rechnungen', 3],
      ['Returns and refunds', 'Rückgabe und Erstattung', 2],
      ['Your account', 'Ihr Konto', 3],
    ]);
    const articles = [];
    for (const { id } of collections) {
      articles.push(...(await inDemo.call('GET', `/helpcenter/collections/${id}/articles`)).body);
    }
    expect(articles.filter(({ isDraft }) => isDraft)).toHaveLength(1);
    expect(articles.filter(({ targetAudience }) => targetAudience === 'users')).toHaveLength(1);
    expect(articles.every(({ plainContent }) => plainContent.en && plainContent.de)).toBe(true);
    expect(platform.output()).toContain(`${platform.origin}/help/${demo.projectId}`);
    const home = await fetch(`${platform.origin}/help/${demo.projectId}`);
    expect([home.status, new URL(home.url).pathname]).toEqual([200, `/help/${demo.projectId}/en`]);
  });

  it('does the main job from sign-up to the reopened ticket, and deletes it', async () => {
    const { api: inProject, ticketId, contactId } = await runMainJob(api, mailbox);
    expect((await inProject.call('DELETE', `/tickets/${ticketId}`)).status).toBe(204);
    expect((await inProject.call('GET', `/tickets/${ticketId}`)).body.code).toBe('ticket_not_found');
    expect((await inProject.call('GET', '/tickets')).body).toMatchObject({ count: 0, totalCount: 0 });
    expect((await inProject.call('DELETE', `/sessions/${contactId}`)).status).toBe(204);
    expect((await inProject.call('GET', `/sessions/${contactId}`)).status).toBe(404);
    await eventually(async () => {
      expect((await inProject.call('GET', '/tickets/search?searchTerm=quarterly')).body.hits).toEqual([]);
    });
  });

  it('does what came after the main job, and a deleted contact leaves nothing', async () => {
    const job = await runFullJob(api, mailbox);
    await expectForgotten(job, platform);
  });

  it('serves health, readiness by part, metrics, the document and its page', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/api-docs.json',
      '/docs/',
      '/.well-known/jwks.json',
    ]) {
      const response = await fetch(`${platform.origin}${path}`);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
    }
    // A part that is busy may be late with its answer.
    const checks = await eventually(async () => {
      const found = await readChecks(platform);
      expect(new Set(Object.values(found))).toEqual(new Set(['ok']));
      return found;
    });
    const { status } = (await (await fetch(`${platform.origin}/readyz`)).json()) as { status: string };
    expect(status).toBe('ready');
    expect(Object.keys(checks)).toEqual(expect.arrayContaining([...partNames]));
  });

  it('has connections for the pools of all services at once', async () => {
    const metrics = await (await fetch(`${platform.origin}/metrics`)).text();
    const limits = [...metrics.matchAll(/^database_connections_limit\{[^}]*\} (\d+)$/gm)].map(([, value]) =>
      Number(value),
    );
    expect(limits).toHaveLength(serviceNames.length + 1);
    const url = await findDatabase(platform, 'gateway');
    const db = openDatabase({ url, applicationName: 'test', maxConnections: 1 });
    const [row] = await db.query<{ open: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS open`,
    );
    await db.close();
    expect(row?.open).toBeGreaterThan(limits.reduce((sum, limit) => sum + limit, 0));
  });

  it('keeps everything over kill -9 and a second start', async () => {
    const { api: inProject, ticketId } = await runMainJob(api, mailbox);
    const { home } = platform;
    await platform.kill();
    platform = await startStandalone({ SMTP_URL: mailbox.url, PARLEY_HOME: home });
    expect((await inProject.call('GET', `/tickets/${ticketId}`)).status).toBe(200);
    expect((await inProject.call('GET', `/messages?ticket=${ticketId}`)).body).toHaveLength(4);
  });

  it('stops on SIGTERM with exit code 0 and leaves no engine behind', async () => {
    const { home } = platform;
    expect(await platform.stop()).toBe(0);
    expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false);
  });
});

describe('an engine that cannot be reached', () => {
  it.each([
    ['NATS', { NATS_URL: 'nats://127.0.0.1:1' }],
    ['Meilisearch', { MEILI_URL: 'http://127.0.0.1:1' }],
    ['PostgreSQL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/parley' }],
  ])('stops a first start with a message that names %s', async (name, env) => {
    const home = temporaryHome();
    await expect(startStandalone({ PARLEY_HOME: home, ...env })).rejects.toThrow(name);
    removeHome(home);
  });

  it('and is SMTP does not', async () => {
    const platform = await startStandalone({ PARLEY_DEMO: '0', SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await readChecks(platform)).toMatchObject({ database: 'ok', disk: 'ok', 'tickets.mail': 'away' });
    expect(await platform.stop()).toBe(0);
    removeHome(platform.home);
  });
});
