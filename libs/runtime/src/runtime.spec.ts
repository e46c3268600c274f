import { loadConfig } from '@parley/config';
import { invalid } from '@parley/errors';
import { createLogger, createMetrics } from '@parley/telemetry';
import { systemContext } from '@parley/rpc';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  askReadiness,
  createObserver,
  fileStoreOf,
  platformTable,
  reachEngines,
  serviceDatabaseUrl,
  splitAddress,
  StartError,
  startOpsServer,
} from './index';

const config = (environment: Record<string, string>): ReturnType<typeof loadConfig<typeof platformTable>> =>
  loadConfig(platformTable, environment);

describe('reachEngines', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => server.close());

  it('passes when nothing is named or everything named answers', async () => {
    await expect(reachEngines(config({}))).resolves.toBeUndefined();
    await expect(reachEngines(config({ REDIS_URL: `redis://127.0.0.1:${port}` }))).resolves.toBeUndefined();
  });

  it('names every engine that is away, with its variable, and no password', async () => {
    const attempt = reachEngines(
      config({
        NATS_URL: 'nats://127.0.0.1:1',
        DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley',
      }),
    );
    await expect(attempt).rejects.toThrow(StartError);
    const { message } = (await attempt.catch((error: unknown) => error)) as Error;
    expect(message).toContain('NATS (NATS_URL)');
    expect(message).toContain('PostgreSQL (DATABASE_URL)');
    expect(message).not.toContain('hunter2');
  });
});

describe('files', () => {
  it.each<[Record<string, string>, string]>([
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET is not set'],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  ])('are not stored by the half settings %j', (environment, message) => {
    expect(() => fileStoreOf(config(environment))).toThrow(StartError);
    expect(() => fileStoreOf(config(environment))).toThrow(message);
  });

  it('lie in the home without a bucket', async () => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
    await fileStoreOf(config({ PARLEY_HOME: home })).check();
    expect(await readdir(home)).toEqual(['files']);
    await rm(home, { recursive: true });
  });

  it('of an S3 server that is away stop the start', async () => {
    const attempt = reachEngines(config({ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'files' }));
    await expect(attempt).rejects.toThrow('The S3 server (S3_ENDPOINT) cannot be reached');
  });
});

describe('OUTBOUND_ALLOWED_NETWORKS', () => {
  it('is a list of networks, empty by default', () => {
    expect(config({}).outboundAllowedNetworks).toEqual([]);
    const networks = { OUTBOUND_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8' };
    expect(config(networks).outboundAllowedNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(() => config({ OUTBOUND_ALLOWED_NETWORKS: '10.0.0.1' })).toThrow('OUTBOUND_ALLOWED_NETWORKS');
  });
});

describe('addresses', () => {
  it('gives each service a database of its own on the named server', () => {
    expect(serviceDatabaseUrl('postgres://u:p@db:5432/parley', 'tickets')).toBe(
      'postgres://u:p@db:5432/parley_tickets',
    );
    expect(serviceDatabaseUrl('postgres://u:p@db:5432', 'tickets')).toBe(
      'postgres://u:p@db:5432/parley_tickets',
    );
  });

  it('splits host and port, IPv6 included', () => {
    expect(splitAddress('0.0.0.0:50051')).toEqual({ host: '0.0.0.0', port: 50051 });
    expect(splitAddress('[::1]:9464')).toEqual({ host: '::1', port: 9464 });
  });
});

describe('readiness', () => {
  it('is given when every part is there, and names the part that is not', async () => {
    expect(await askReadiness({ database: async () => undefined })).toEqual({
      ready: true,
      parts: { database: 'ok' },
    });
    const failing = {
      database: async () => undefined,
      events: () => Promise.reject(new Error('no connection')),
    };
    expect(await askReadiness(failing)).toEqual({
      ready: false,
      parts: { database: 'ok', events: 'no connection' },
    });
  });

  it('is served beside health and metrics', async () => {
    const metrics = createMetrics({ service: 'test', processMetrics: false });
    metrics.counter({ name: 'things_total', help: 'Things.' }).inc();
    let failing = false;
    const checks = { database: () => (failing ? Promise.reject(new Error('gone')) : Promise.resolve()) };
    let stopping = false;
    const server = await startOpsServer('127.0.0.1:0', { checks, metrics, stopping: () => stopping });
    const { port } = server.address() as { port: number };
    const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('things_total{service="test"} 1');
    expect((await get('/elsewhere')).status).toBe(404);
    failing = true;
    const away = await get('/readyz');
    expect(away.status).toBe(503);
    expect(await away.json()).toEqual({ status: 'unavailable', parts: { database: 'gone' } });
    failing = false;
    stopping = true;
    const ending = await get('/readyz');
    expect(ending.status).toBe(503);
    expect(await ending.json()).toEqual({ status: 'stopping', parts: { database: 'ok' } });
    expect((await get('/healthz')).status).toBe(200);
    server.close();
  });
});

describe('the observer of calls', () => {
  it('counts by method and outcome, and logs faults only, without their request', async () => {
    const lines: string[] = [];
    const log = createLogger({
      service: 'test',
      level: 'info',
      destination: { write: (text) => lines.push(text) },
    });
    const metrics = createMetrics({ service: 'test', processMetrics: false });
    const observer = createObserver(log, metrics);
    const call = { path: '/a.B/C', context: systemContext('test'), durationMs: 3 };
    observer.finished({ ...call, error: undefined });
    observer.finished({ ...call, error: invalid({ field: 'name', message: 'is missing' }) });
    observer.finished({ ...call, error: new Error('broken') });
    const text = await metrics.text();
    for (const outcome of ['OK', 'INVALID_ARGUMENT', 'INTERNAL']) {
      expect(text).toMatch(
        new RegExp(`rpc_server_duration_seconds_count\\{[^}]*outcome="${outcome}"[^}]*\\} 1`),
      );
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('broken');
  });
});
