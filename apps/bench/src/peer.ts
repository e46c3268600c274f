import { ensureDatabase, withDatabaseName } from '@parley/persistence';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type Api, send } from './api';
import { loadEngines } from './engines';
import { freePort, startProgram, stopProcess, waitForReady } from './processes';

/** The help desk that the platform is compared with: Libredesk, one program on PostgreSQL and Redis. */
export interface Peer extends Api {
  name: 'libredesk';
  pid: number;
  /** Its database, to fill it. */
  databaseUrl: string;
  stop(): Promise<void>;
}

type Settings = Record<string, Record<string, string | number | boolean>>;

/**
 * Its settings. It has no defaults for them, so these are those of its sample file, except addresses, the log, which is as quiet as
 * the platform's, and the check for a newer version, which would leave this machine.
 */
const buildSettings = (port: number, databaseUrl: string, redisUrl: string): Settings => {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  return {
    app: {
      log_level: 'warn',
      env: 'prod',
      check_updates: false,
      encryption_key: randomBytes(16).toString('hex'),
    },
    'app.server': {
      address: `127.0.0.1:${port}`,
      read_timeout: '8s',
      write_timeout: '60s',
      max_body_size: 104_857_600,
      read_buffer_size: 65_536,
      keepalive_timeout: '10s',
    },
    upload: { provider: 'fs' },
    'upload.fs': { upload_path: 'uploads' },
    db: {
      host: hostname,
      port: Number(databasePort),
      user: decodeURIComponent(username),
      // It wants one; a server that trusts this machine does not read it.
      password: decodeURIComponent(password) || 'none',
      database: decodeURIComponent(pathname.slice(1)),
      ssl_mode: 'disable',
      max_open: 30,
      max_idle: 30,
      max_lifetime: '300s',
    },
    redis: { address: new URL(redisUrl).host },
    message: {
      outgoing_queue_workers: 10,
      incoming_queue_workers: 10,
      message_outgoing_scan_interval: '50ms',
      incoming_queue_size: 5_000,
      outgoing_queue_size: 5_000,
    },
    notification: { concurrency: 2, queue_size: 2_000 },
    automation: { worker_count: 10 },
    autoassigner: { autoassign_interval: '5m' },
    webhook: { workers: 5, queue_size: 10_000, timeout: '15s' },
    conversation: { unsnooze_interval: '5m', continuity_scan_interval: '5m' },
    sla: { evaluation_interval: '5m' },
  };
};

/** Settings as TOML, which writes such values as JSON does. */
const toToml = (settings: Settings): string =>
  Object.entries(settings)
    .map(([section, values]) =>
      [
        `[${section}]`,
        ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
      ].join('\n'),
    )
    .join('\n');

/** Signs in as a browser does: the API keys cost a slow hash at each request, its sessions do not. */
const signIn = async (base: string, password: string): Promise<Record<string, string>> => {
  const answer = await send({ base, headers: {} }, 'POST', '/auth/login', { email: 'System', password });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('csrf_token='))?.slice('csrf_token='.length);
  return { cookie: cookies.join('; '), 'x-csrftoken': token ?? '' };
};

/** Starts the program with a database of its own on a server, and a Redis server of its own. */
export const startPeer = async (program: string, serverUrl: string): Promise<Peer> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-peer-'));
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const redis = await (await loadEngines()).startRedis(join(home, 'redis'));
    if (!redis) throw new Error('redis-server is needed for the peer');
    stops.push(redis.stop);
    const databaseUrl = withDatabaseName(serverUrl, 'bench_peer');
    await ensureDatabase(databaseUrl);
    const port = await freePort();
    const password = `Aa-${randomBytes(12).toString('hex')}`;
    writeFileSync(join(home, 'config.toml'), toToml(buildSettings(port, databaseUrl, redis.url)));
    const start = (...args: string[]) =>
      startProgram(resolve(program), args, { LIBREDESK_SYSTEM_USER_PASSWORD: password }, home);
    for (const task of ['--install', '--upgrade']) {
      const { child, output } = start(
        task,
        ...(task === '--install' ? ['--idempotent-install'] : []),
        '--yes',
      );
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`The peer's ${task} ended with code ${code}:\n${output()}`);
    }
    const { child, output } = start();
    stops.push(() => stopProcess(child));
    const base = `http://127.0.0.1:${port}/api/v1`;
    await waitForReady(`${base}/config`, child, output);
    const headers = await signIn(base, password);
    return { name: 'libredesk', base, headers, pid: child.pid ?? 0, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
