import { readDatabaseName, openDatabase, withDatabaseName } from '@parley/persistence';
import { serviceNames } from '@parley/runtime';
import {
  createTestDatabase,
  describeWith,
  eventually,
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
  type TestDatabase,
} from '@parley/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi } from './support/api';
import { isInstalled, metricsAskedFor, runDocumented } from './support/operations-manual';
import { type Mailbox, openMailbox } from './support/mailbox';
import { type MainJob, runMainJob } from './support/main-job';
import { type NatsServer, startNats } from './support/nats';
import { removeHome } from './support/platform';
import { type Replicas, startReplicas } from './support/replicas';

/** Of the span as a collector receives it. */
const kind = { server: 2, client: 3, producer: 4, consumer: 5 };

/** The client programs of PostgreSQL come with its server, not with the embedded one. */
const restoring = ['pg_dump', 'pg_restore', 'psql'].every(isInstalled) ? it : it.skip;

describeWith('nats')('the platform as an operator sees it', () => {
  let mailbox: Mailbox;
  let base: TestDatabase;
  let restored: string;
  let nats: NatsServer;
  let collector: OtlpReceiver;
  let platform: Replicas;
  let job: MainJob;
  let api: Api;
  let environment: Record<string, string>;
  const outputs: string[] = [];
  const anonymous = createApi(() => `${platform.of('gateway')[0]?.ops}/v3`);

  const inDatabase = async <T>(server: string, service: string, statement: string): Promise<T[]> => {
    const url = withDatabaseName(server, `${readDatabaseName(server)}_${service}`);
    const db = openDatabase({ url, applicationName: 'operating test', maxConnections: 1 });
    const rows = await db.query<T>(statement);
    await db.close();
    return rows;
  };

  const stopAll = async (): Promise<void> => {
    await platform.stop();
    outputs.push(...platform.replicas.map((replica) => replica.output()));
  };

  beforeAll(async () => {
    [mailbox, base, nats, collector] = await Promise.all([
      openMailbox(),
      createTestDatabase('operating'),
      startNats(),
      startOtlpReceiver(),
    ]);
    restored = withDatabaseName(base.url, `${readDatabaseName(base.url)}_restored`);
    environment = {
      DATABASE_URL: base.url,
      NATS_URL: nats.url,
      SMTP_URL: mailbox.url,
      SIGNUP_LIMIT_PER_HOUR: '1000',
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
    platform = await startReplicas(1, environment);
    job = await runMainJob(anonymous, mailbox);
    ({ api } = job);
  }, 240_000);
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), nats.stop(), collector.close()]);
    for (const server of [base.url, restored]) {
      for (const name of [...serviceNames, 'gateway'])
        await base.db.query(`DROP DATABASE IF EXISTS "${readDatabaseName(server)}_${name}" WITH (FORCE)`);
    }
    await base.drop();
    removeHome(platform.home);
  });

  it('every metric that an alert or a dashboard asks for is there', async () => {
    const pages = await Promise.all(
      platform.replicas.map(async ({ ops }) => (await fetch(`${ops}/metrics`)).text()),
    );
    const types = pages.flatMap((page) => [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)]);
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const asked = metricsAskedFor();
    expect(asked).toContain('event_outbox_age_seconds');
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('every service tells of its events, its calls and its database, the gateway of its requests, realtime of its connections, statistics of its builds', async () => {
    const events = ['event_outbox_age_seconds', 'event_dead_letters', 'rpc_server_duration_seconds_bucket'];
    const ownMetrics: Readonly<Record<string, string[]>> = {
      gateway: ['http_request_duration_seconds_count', 'rpc_client_duration_seconds_count'],
      realtime: ['realtime_connections', 'realtime_event_lag_seconds_bucket'],
      statistics: [
        ...events,
        'statistics_builds_waiting',
        'statistics_build_age_seconds',
        'statistics_stale_tickets',
      ],
    };
    for (const { app, ops } of platform.replicas) {
      const page = await (await fetch(`${ops}/metrics`)).text();
      for (const name of [
        ...(ownMetrics[app] ?? events),
        'database_connections',
        'nodejs_eventloop_lag_p99_seconds',
      ])
        expect(page).toMatch(new RegExp(`^(# TYPE )?${name.replace(/_bucket$/, '')}.*`, 'm'));
    }
  });

  it('a request is one trace from the gateway over calls and SQL to its events and their consumers', async () => {
    const traceId = 'abcdef7651916cd43dd8448eb2111111';
    const { status } = await api.call(
      'PUT',
      `/sessions/${job.contactId}`,
      { name: 'Lin Traced' },
      { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    );
    expect(status).toBe(200);
    const found = (service: string, name: RegExp, of: number): ReceivedSpan => {
      const span = collector.spans.find(
        (one) => one.traceId === traceId && one.service === service && one.kind === of && name.test(one.name),
      );
      if (!span) throw new Error(`There is no span ${name} of ${service} and kind ${of} yet`);
      return span;
    };
    await eventually(() => {
      const request = found('gateway', /./, kind.server);
      const sent = found('gateway', /ContactsService\/UpdateContact$/, kind.client);
      const taken = found('contacts', /ContactsService\/UpdateContact$/, kind.server);
      const published = found('contacts', /^publish contacts\.v1\.contact\.updated$/, kind.producer);
      const handled = found('tickets', /^handle contacts\.v1\.contact\.updated$/, kind.consumer);
      expect(sent.parentSpanId).toBe(request.spanId);
      expect(taken.parentSpanId).toBe(sent.spanId);
      expect(handled.parentSpanId).toBe(published.spanId);
      const statements = collector.spans.filter((one) => one.traceId === traceId && /^pg/.test(one.name));
      expect(statements.map(({ service }) => service)).toEqual(
        expect.arrayContaining(['contacts', 'tickets']),
      );
    });
  });

  it('dead letters are listed and replayed by the documented commands', async () => {
    const [user] = await inDatabase<{ id: string }>(
      base.url,
      'workspace',
      'SELECT id FROM user_account LIMIT 1',
    );
    const payload = JSON.stringify({
      user: {
        id: user?.id,
        email: 'x@example.com',
        firstName: 'Grace',
        lastName: 'Founder',
        userType: 'default',
      },
    });
    await inDatabase(
      base.url,
      'tickets',
      `INSERT INTO dead_letter (id, durable, event_id, subject, project_id, aggregate_id, payload, headers, error,
         attempts, event_at)
       VALUES ('dead-1', 'tickets-users', 'event-1', 'workspace.v1.user.updated', 'p', '${user?.id}', '${payload}', '{}',
         'Error: disk full', 8, now())`,
    );
    const env = {
      ...environment,
      SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
      LOG_LEVEL: 'silent',
    };
    const printed = await runDocumented('events', env);
    expect(printed).toMatch(
      /^dead-1 {2}.* {2}tickets-users {2}workspace\.v1\.user\.updated .* Error: disk full$/m,
    );
    expect(printed).toContain('tickets: 1 dead letters.');
    expect(printed).toContain('tickets: 1 replayed, 0 failed again, 0 skipped behind those.');
    expect(printed).toMatch(/tickets: \d+ undelivered events are sent again\./);
    const shown = `SELECT first_name AS name FROM user_reference WHERE id = '${user?.id}'`;
    expect(await inDatabase(base.url, 'tickets', shown)).toEqual([{ name: 'Grace' }]);
    const waiting = 'SELECT id FROM dead_letter WHERE replayed_at IS NULL';
    expect(await inDatabase(base.url, 'tickets', waiting)).toEqual([]);
  });

  restoring(
    'a back-up restored into new databases has everything, and events resume without doubling',
    async () => {
      // An event that is on its way when the back-up is made.
      for (const replica of platform.of('tickets')) await replica.stop();
      await api.call('PUT', `/sessions/${job.contactId}`, { name: 'Lin Restored' });
      await stopAll();
      const onTheirWay = 'SELECT id FROM outbox_event';
      expect(await inDatabase(base.url, 'contacts', onTheirWay)).toHaveLength(1);
      const mails = mailbox.mails().length;

      const backup = mkdtempSync(join(tmpdir(), 'parley-backup-'));
      await runDocumented('backup', { DATABASE_URL: base.url, BACKUP: backup });
      await runDocumented('restore', {
        RESTORE_URL: base.url.replace(/[^/]*$/, (name) => `${name}_restored`),
        BACKUP: backup,
      });
      rmSync(backup, { recursive: true });
      await nats.stop();
      nats = await startNats();
      removeHome(platform.home);
      environment = { ...environment, DATABASE_URL: restored, NATS_URL: nats.url };
      platform = await startReplicas(1, environment);

      await eventually(async () => {
        const ticket = await api.call('GET', `/tickets/${job.ticketId}`);
        expect(ticket.body.session).toMatchObject({ id: job.contactId, name: 'Lin Restored' });
        expect(await inDatabase(restored, 'contacts', onTheirWay)).toEqual([]);
      });
      expect((await api.call('GET', `/messages?ticket=${job.ticketId}`)).body).toHaveLength(4);
      expect((await api.call('GET', '/tickets/ticketscount')).body).toEqual([{ _id: 'OPEN', count: 1 }]);
      const env = {
        ...environment,
        SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
        LOG_LEVEL: 'silent',
      };
      await runDocumented('search', env);
      const hits = await api.call('GET', '/tickets/search?searchTerm=quartarly');
      expect(hits.body.hits.map(({ id }: { id: string }) => id)).toEqual([job.ticketId]);
      expect(mailbox.mails()).toHaveLength(mails);
      const doubled = 'SELECT event_id FROM inbox_event GROUP BY durable, event_id HAVING count(*) > 1';
      expect(await inDatabase(restored, 'tickets', doubled)).toEqual([]);
    },
    240_000,
  );

  it('logs and traces of all this name requests, traces and projects, and no person or secret', async () => {
    await stopAll();
    const lines = outputs.join('\n').split('\n').filter(Boolean);
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.filter(({ level }) => level === 'error')).toEqual([]);
    const answered = parsed.filter(({ msg }) => msg === 'request answered');
    expect(answered.length).toBeGreaterThan(10);
    for (const line of answered) {
      expect(line).toMatchObject({
        requestId: expect.any(String),
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    }
    expect(answered.filter(({ projectId }) => projectId === job.projectId).length).toBeGreaterThan(10);
    const personal =
      /example\.com|Lin (Q\. )?Park|Lin (Traced|Restored)|Founder|horse|quarterly|Missing invoice|Bearer|eyJ[\w-]+\./i;
    expect(lines.filter((line) => personal.test(line))).toEqual([]);
    expect(collector.spans.filter((span) => personal.test(JSON.stringify(span)))).toEqual([]);
  });
});
