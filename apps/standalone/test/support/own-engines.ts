import { startEmbeddedPostgres } from '@parley/persistence';
import { eventually, freePort } from '@parley/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real server of one test file's own, which can go away and come back at the same address with what it had. */
export interface OwnEngine {
  url: string;
  away(): Promise<void>;
  back(): Promise<void>;
  /** Ends it and removes what it stored. */
  stop(): Promise<void>;
}

/** One that keeps what it stored in a folder. */
export interface OwnServer extends OwnEngine {
  /** Removes what it stored while it is away. */
  forget(): void;
}

const opens = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });

/** A server that goes away as if its machine lost power. */
const ownServer = (
  url: (port: number) => string,
  command: (port: number, folder: string) => [binary: string, ...options: string[]],
) =>
  async function start({ isAway = false } = {}): Promise<OwnServer> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-engine-'));
    const port = await freePort();
    let child: ChildProcess | undefined;
    const back = async (): Promise<void> => {
      const [binary, ...options] = command(port, folder);
      child = spawn(binary, options, {
        stdio: 'ignore',
        env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
      });
      await eventually(() => opens(port));
    };
    const away = async (): Promise<void> => {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      child = undefined;
      await ended;
    };
    if (!isAway) await back();
    return {
      url: url(port),
      away,
      back,
      forget: () => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
      },
      stop: async () => {
        await away();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  };

/** NATS with JetStream. */
export const startOwnNats = ownServer(
  (port) => `nats://127.0.0.1:${port}`,
  (port, folder) => [
    process.env['NATS_SERVER_BINARY'] ?? 'nats-server',
    ...['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder],
  ],
);

/** Redis without a disk. */
export const startOwnRedis = ownServer(
  (port) => `redis://127.0.0.1:${port}`,
  (port, folder) => [
    'redis-server',
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
  ],
);

/** PostgreSQL: goes away like a server that is restarted, cutting off whoever is connected. */
export const startOwnPostgres = async (): Promise<OwnEngine> => {
  const home = mkdtempSync(join(tmpdir(), 'parley-engine-'));
  // It takes the port of its last start, which here is one that stays free while it is away.
  mkdirSync(join(home, 'postgres'), { mode: 0o700 });
  writeFileSync(join(home, 'postgres/port'), String(await freePort()));
  const log = { info: () => undefined, error: () => undefined };
  const start = (): ReturnType<typeof startEmbeddedPostgres> =>
    startEmbeddedPostgres({ home, log, maxConnections: 120 });
  let server: Awaited<ReturnType<typeof start>> | undefined = await start();
  const { url } = server;
  const away = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  return {
    url,
    away,
    back: async () => {
      server = await start();
      expect(server.url).toBe(url);
    },
    stop: async () => {
      await away();
      rmSync(home, { recursive: true, force: true });
    },
  };
};
