import { loadConfig } from '@parley/config';
import { invalid } from '@parley/errors';
import { createLogger, createMetrics } from '@parley/telemetry';
import { systemContext } from '@parley/rpc';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  askReadiness,
  createObserver,
  createFileStore,
  platformTable,
  type ProcessState,
  reportParts,
  serviceDatabaseUrl,
  splitAddress,
  StartError,
  startOpsServer,
} from './index';

const config = (environment: Record<string, string>): ReturnType<typeof loadConfig<typeof platformTable>> =>
  loadConfig(platformTable, environment);

describe('files', () => {
  it.each<[Record<string, string>, string]>([
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET is not set'],
    [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  ])('are not stored by the half settings %j', (environment, message) => {
    expect(() => createFileStore(config(environment))).toThrow(StartError);
    expect(() => createFileStore(config(environment))).toThrow(message);
  });

  it('lie in the home without a bucket', async () => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
    await createFileStore(config({ PARLEY_HOME: home })).check();
    expect(await readdir(home)).toEqual(['files']);
    await rm(home, { recursive: true });
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

  it.each([
    ['mail', true],
    ['tickets.mail', true],
    ['redis', true],
    ['tickets.ai', true],
    ['database', false],
    ['tickets.events', false],
    ['files', false],
    ['disk', false],
  ])('without %s is given: %s', async (part, ready) => {
    const failing = { [part]: () => Promise.reject(new Error('gone')) };
    expect(await askReadiness(failing)).toEqual({ ready, parts: { [part]: 'gone' } });
  });

  it('is measured part by part', async () => {
    const metrics = createMetrics({ service: 'test', processMetrics: false });
    reportParts(metrics, { database: async () => undefined, mail: () => Promise.reject(new Error('gone')) });
    const text = await metrics.text();
    expect(text).toContain('part_up{part="database",service="test"} 1');
    expect(text).toContain('part_up{part="mail",service="test"} 0');
  });

  it('is served beside health and metrics', async () => {
    const metrics = createMetrics({ service: 'test', processMetrics: false });
    metrics.counter({ name: 'things_total', help: 'Things.' }).inc();
    let failing = false;
    const checks = { database: () => (failing ? Promise.reject(new Error('gone')) : Promise.resolve()) };
    let state: ProcessState = 'starting';
    const server = await startOpsServer('127.0.0.1:0', { checks, metrics, state: () => state });
    const { port } = server.address() as { port: number };
    const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
    const starting = await get('/readyz');
    expect(starting.status).toBe(503);
    expect(await starting.json()).toEqual({ status: 'starting', parts: { database: 'ok' } });
    expect((await get('/healthz')).status).toBe(200);
    state = 'serving';
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toContain('things_total{service="test"} 1');
    expect((await get('/elsewhere')).status).toBe(404);
    failing = true;
    const away = await get('/readyz');
    expect(away.status).toBe(503);
    expect(await away.json()).toEqual({ status: 'unavailable', parts: { database: 'gone' } });
    failing = false;
    state = 'stopping';
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
