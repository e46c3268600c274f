import { loadConfig } from '@parley/config';
import { unavailable } from '@parley/errors';
import { type Database, openDatabase } from '@parley/persistence';
import type { Caller } from '@parley/rpc';
import { type Peers, serviceDatabaseUrl, serviceNames } from '@parley/runtime';
import { createLogger } from '@parley/telemetry';
import { eventually, freePort, testPostgresUrl } from '@parley/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose, type Standalone } from '../src/compose';
import { standaloneTable } from '../src/config';
import { type Engines, startEngines } from '../src/engines';
import { type Answer, createApi } from './support/api';
import { newDatabaseUrl } from './support/databases';
import { fillProject, type FullProject } from './support/full-project';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, temporaryHome } from './support/platform';
import { listRepeatable, makeSample } from './support/repeats';
import { readSurface, type SurfaceOperation } from './support/surface';
import { openWebSite, type WebSite } from './support/web-site';

/** Rows by service and table. */
type Counts = Record<string, number>;

/** Tables of what waits for a worker: empty once nothing changes any more by itself. */
const QUEUE =
  /\.(outbox_event|search_queue|job|source_mark|index_mark|archive_discard|pending_event|email_trigger|held_event|under_way)$/;

/** Work that goes on by itself and ends: a crawl, code that is indexed, questions of a run, the end of a run that tickets have yet to show. */
const UNDER_WAY: Readonly<Record<string, readonly string[]>> = {
  knowledge: [
    'website WHERE is_open',
    'repository WHERE due_at IS NOT NULL',
    'eval_run WHERE due_at IS NOT NULL',
  ],
  s2s: ["workflow_run WHERE due_at IS NOT NULL AND status <> 'waiting'"],
};

/**
 * Jobs that are done now or soon; others wait for a time of their own. One releases stream events that are still held after 10 s: it
 * has nothing to do while none is held.
 */
const JOBS = `job WHERE name <> 'held stream events'
  AND (status IN ('ready', 'taken') OR status = 'waiting' AND due_at < now() + interval '10 s')`;

/** Tables of what is looked at again at a time of its own, whatever is called meanwhile. */
const TIMED = ['released_file', 'mail_erasure'];

const repeatable = listRepeatable();

const listTables = async (db: Database): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_%'
        AND table_name <> ALL ($1)`,
    [TIMED],
  );
  return rows.map(({ name }) => name);
};

describe('a request whose answer is lost after the service carried it out', () => {
  const home = temporaryHome();
  const databases: Record<string, Database> = {};
  /** By service, the statement that counts the rows of each of its tables. */
  const counting: Record<string, string> = {};
  let mailbox: Mailbox;
  let site: WebSite;
  let engines: Engines;
  let platform: Standalone;
  let origin: string;
  let surface: SurfaceOperation[];
  let its: FullProject;

  /** What the service answered to the requests with a key, and whether the next such answer gets lost. */
  const answers: unknown[] = [];
  let isLosing = false;
  const lossy = (caller: Caller): Caller => ({
    ...caller,
    unary: async (path, method, request, context) => {
      const answer = await caller.unary(path, method, request, context);
      if (context.idempotencyKey === undefined) return answer;
      answers.push(answer);
      if (!isLosing) return answer;
      isLosing = false;
      throw unavailable('The service went away.');
    },
  });
  const lossyPeers = (peers: Peers): Peers =>
    Object.fromEntries(Object.entries(peers).map(([name, caller]) => [name, lossy(caller)])) as Peers;

  beforeAll(async () => {
    [mailbox, site] = await Promise.all([openMailbox(), openWebSite()]);
    const databaseUrl = newDatabaseUrl('lost_answers');
    const config = loadConfig(standaloneTable, {
      PARLEY_HOME: home,
      DATABASE_URL: databaseUrl,
      // Services know their address from it: of an upload, for example.
      PORT: String(await freePort()),
      SMTP_URL: mailbox.url,
      HUBSPOT_API_URL: site.url,
      ZENDESK_API_URL: site.url,
      FRESHDESK_API_URL: site.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SCHEDULED_REPLY_DELAY_SECONDS: '3600',
      SIGNUP_LIMIT_PER_HOUR: '1000',
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    const log = createLogger({ service: 'standalone', level: 'silent' });
    engines = await startEngines(config, log);
    platform = await compose(config, engines, log, { gatewayPeers: lossyPeers });
    await platform.startServices();
    origin = (await platform.open()).url;
    surface = await readSurface(origin);
    for (const name of serviceNames)
      databases[name] = openDatabase({
        url: serviceDatabaseUrl(databaseUrl, name),
        applicationName: 'test counts',
        maxConnections: 1,
      });
    for (const [name, db] of Object.entries(databases)) {
      const tables = await listTables(db);
      const text = tables.map(
        (table) => `SELECT '${name}.${table}' AS name, count(*) FROM ${table === 'job' ? JOBS : table}`,
      );
      const work = (UNDER_WAY[name] ?? []).map((rows) => ` + (SELECT count(*) FROM ${rows})`).join('');
      counting[name] = [...text, `SELECT '${name}.under_way', 0${work}`].join(' UNION ALL ');
    }
    its = await fillProject(
      createApi(() => `${origin}/v3`),
      mailbox,
      site,
    );
  });
  afterAll(async () => {
    await platform.stop();
    await engines.stop();
    const names = [...Object.values(databases).map(({ pool }) => pool.options.connectionString ?? '')];
    await Promise.all([mailbox.close(), site.close(), ...Object.values(databases).map((db) => db.close())]);
    const admin = openDatabase({
      url: testPostgresUrl(),
      applicationName: 'test clean-up',
      maxConnections: 1,
    });
    const gateway = names[0]?.replace(/_\w+$/, '_gateway') ?? '';
    for (const url of [...names, gateway])
      await admin.query(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
    await admin.close();
    removeHome(home);
  });

  const countIn = async (name: string, db: Database): Promise<[string, number][]> => {
    // Planning it, over every table, takes longer than counting.
    const rows = await db.query<{ name: string; count: number }>(counting[name] ?? '', [], { prepare: true });
    return rows.map((row) => [row.name, row.count]);
  };
  const counts = async (): Promise<Counts> =>
    Object.fromEntries(
      (await Promise.all(Object.entries(databases).map(([name, db]) => countIn(name, db)))).flat(),
    );
  /** The rows once no queue has any and nothing changes any more. */
  const settled = (): Promise<Counts> =>
    eventually(async () => {
      const before = await counts();
      expect(Object.entries(before).filter(([name, count]) => QUEUE.test(name) && count > 0)).toEqual([]);
      await sleep(50);
      const after = await counts();
      expect(after).toEqual(before);
      return after;
    });

  const effectsIn = (rows: Counts): number =>
    serviceNames.reduce((sum, name) => sum + (rows[`${name}.request_effect`] ?? 0), 0);

  it('is one of these operations', () => {
    const posts = surface.filter(({ method }) => method === 'POST').map(({ id }) => id);
    expect(repeatable.map(({ id }) => id).sort()).toEqual(posts.sort());
  });

  it.each(repeatable.filter(({ repeat }) => !['local', 'refused'].includes(repeat)))(
    'has its effect once when it is repeated: $id',
    async ({ id, repeat, effects }) => {
      const { path, body, headers, caller = its.admin } = await makeSample(id, its, mailbox);
      const key = randomUUID();
      const send = (): Promise<Answer> =>
        caller.call('POST', path, body, { ...headers, 'idempotency-key': key });
      const before = await settled();
      answers.splice(0);
      isLosing = true;
      const lost = await send();
      expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(isLosing).toBe(false);
      const once = await settled();
      expect(effectsIn(once) - effectsIn(before)).toBe(effects);

      const repeated = await send();
      expect({ status: repeated.status, told: repeated.status < 300 ? '' : repeated.body }).toEqual({
        status: expect.any(Number),
        told: '',
      });
      expect(repeated.headers.get('idempotent-replayed')).toBeNull();
      expect(answers).toHaveLength(2);
      if (repeat === 'recorded') expect(answers[1]).toEqual(answers[0]);
      expect(await settled()).toEqual(once);

      const replayed = await send();
      expect(replayed).toMatchObject({ status: repeated.status, body: repeated.body });
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
      expect(answers).toHaveLength(2);
    },
  );

  it.each(repeatable.filter(({ repeat }) => repeat === 'local'))(
    'has its effect once without a service: $id',
    async ({ id }) => {
      const { path, body, headers, caller = its.admin } = await makeSample(id, its, mailbox);
      const key = randomUUID();
      const send = (): Promise<Answer> =>
        caller.call('POST', path, body, { ...headers, 'idempotency-key': key });
      const [first, replayed] = [await send(), await send()];
      expect(first.status).toBe(200);
      expect(replayed).toMatchObject({ status: 200, body: first.body });
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    },
  );
});
